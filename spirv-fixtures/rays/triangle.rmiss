// compile: vulkan1.2
// Reports that nothing was hit.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec4 payload;
void main() { payload = vec4(-1.0, 9.0, 0.0, 0.0); }
