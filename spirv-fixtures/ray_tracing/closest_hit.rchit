// compile: vulkan1.2
// Everything that a closest-hit shader can read, a shader record, and a ray of its own.
#version 460
#extension GL_EXT_ray_tracing : require

hitAttributeEXT vec2 barycentrics;
layout(location = 0) rayPayloadInEXT vec4 arriving;
layout(location = 1) rayPayloadEXT float reflected;
layout(shaderRecordEXT, std430) buffer Material {
    vec4 colours[2];
    uint kind;
};
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;

void main() {
    vec3 at = gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT * gl_HitTEXT;
    vec3 local = gl_ObjectRayOriginEXT + gl_ObjectRayDirectionEXT * gl_RayTmaxEXT;
    vec3 there = gl_ObjectToWorldEXT * vec4(local, 1.0);
    vec3 here = gl_WorldToObjectEXT * vec4(at, 1.0);
    there += vec4(local, 1.0) * gl_ObjectToWorld3x4EXT;
    here += vec4(at, 1.0) * gl_WorldToObject3x4EXT;
    uint ids = uint(gl_PrimitiveID + gl_InstanceID + gl_InstanceCustomIndexEXT + gl_GeometryIndexEXT);
    bool front = gl_HitKindEXT == gl_HitKindFrontFacingTriangleEXT;
    reflected = gl_RayTminEXT;
    if ((gl_IncomingRayFlagsEXT & gl_RayFlagsSkipClosestHitShaderEXT) == 0u) {
        traceRayEXT(scene, gl_RayFlagsNoneEXT, 1u, 0u, 0u, 0u, at, 0.01, reflect(gl_WorldRayDirectionEXT, there), 10.0, 1);
    }
    arriving = colours[front ? 0 : 1] * reflected + vec4(here, barycentrics.x);
    arriving.w += float(ids + kind);
}
