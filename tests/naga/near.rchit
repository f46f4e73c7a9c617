#version 460
#extension GL_EXT_ray_tracing : require
// What came along with the ray, and what is known about the hit.
// refused: hlsl, msl
struct Hit { vec3 color; float distance; };
layout(location = 0) rayPayloadInEXT Hit hit;
void main() {
    hit.distance = gl_HitTEXT + gl_RayTminEXT;
    hit.color = gl_ObjectToWorldEXT * vec4(gl_WorldRayDirectionEXT, 1.0);
    hit.color.x += float(gl_InstanceCustomIndexEXT + gl_PrimitiveID + int(gl_HitKindEXT));
}
