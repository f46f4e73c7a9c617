// compile: vulkan1.2
// The sphere that was hit.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_linear_swept_spheres : require
layout(location = 0) rayPayloadInEXT vec4 payload;
void main() { payload = gl_HitIsSphereNV ? vec4(gl_HitSpherePositionNV, gl_HitSphereRadiusNV) : vec4(0.0); }
