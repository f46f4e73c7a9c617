// compile: vulkan1.2
// The micro-triangle that was hit, and whether from the front.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_displacement_micromap : require
layout(location = 0) rayPayloadInEXT vec3 payload;
void main() {
    payload = gl_HitMicroTriangleVertexPositionsNV[1] + vec3(gl_HitMicroTriangleVertexBarycentricsNV[2], 0.0);
    if (gl_HitKindEXT == gl_HitKindFrontFacingMicroTriangleNV) payload = vec3(1.0);
    if (gl_HitKindEXT == gl_HitKindBackFacingMicroTriangleNV) payload = vec3(2.0);
}
