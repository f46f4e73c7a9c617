// compile: vulkan1.2
// Sends a ray back to the origin of the first one; 100 minus the distance, the incoming value, and the result of the second ray.
#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) rayPayloadInEXT uint payload;
layout(location = 1) rayPayloadEXT uint back;
void main() {
    vec3 from = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    back = 0u;
    traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xff, 0, 0, 0, from, 0.001, -gl_WorldRayDirectionEXT, 100.0, 1);
    payload += 84u - uint(gl_HitTEXT + 0.5) + back;
}
