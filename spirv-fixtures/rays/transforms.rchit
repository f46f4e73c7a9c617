// compile: vulkan1.2
// Stores everything about the hit.
#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 1) buffer Seen { float seen[]; };
layout(location = 0) rayPayloadInEXT uint way;
hitAttributeEXT vec2 place;
uint count = 0u;
void note(float value) { seen[count++] = value; }
void note(vec3 value) {
    note(value.x);
    note(value.y);
    note(value.z);
}
void main() {
    if (way == 1u) {
        seen[37] = float(gl_HitKindEXT);
        return;
    }
    note(float(gl_PrimitiveID));
    note(float(gl_InstanceID));
    note(float(gl_InstanceCustomIndexEXT));
    note(float(gl_GeometryIndexEXT));
    note(gl_WorldRayOriginEXT);
    note(gl_WorldRayDirectionEXT);
    note(gl_ObjectRayOriginEXT);
    note(gl_ObjectRayDirectionEXT);
    note(gl_RayTminEXT);
    note(gl_RayTmaxEXT);
    note(gl_HitTEXT);
    note(float(gl_IncomingRayFlagsEXT));
    note(float(gl_HitKindEXT));
    note(place.x);
    note(place.y);
    note(float(gl_LaunchIDEXT.x));
    note(float(gl_LaunchSizeEXT.x));
    vec3 inObject = gl_ObjectRayOriginEXT + gl_HitTEXT * gl_ObjectRayDirectionEXT;
    vec3 inWorld = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    note(gl_ObjectToWorldEXT * vec4(inObject, 1.0));
    note(gl_WorldToObjectEXT * vec4(inWorld, 1.0));
    note(vec4(inObject, 1.0) * gl_ObjectToWorld3x4EXT);
    note(vec4(inWorld, 1.0) * gl_WorldToObject3x4EXT);
}
