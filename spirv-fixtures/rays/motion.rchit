// compile: vulkan1.2
// The time of the ray and the distance.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_ray_tracing_motion_blur : require
layout(location = 0) rayPayloadInEXT float payload;
void main() { payload = gl_CurrentRayTimeNV + gl_HitTEXT; }
