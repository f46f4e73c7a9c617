// compile: vulkan1.2
// Says that nothing was met.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec4 payload;
void main() { payload = vec4(-1.0, 9.0, 0.0, 0.0); }
