// compile: vulkan1.2
// The linear swept sphere that was hit.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_linear_swept_spheres : require
layout(location = 0) rayPayloadInEXT vec4 payload;
hitAttributeEXT float along;
void main() {
    vec4 first = vec4(gl_HitLSSPositionsNV[0], gl_HitLSSRadiiNV[0]);
    vec4 second = vec4(gl_HitLSSPositionsNV[1], gl_HitLSSRadiiNV[1]);
    payload = gl_HitIsLSSNV ? mix(first, second, along) : vec4(0.0);
}
