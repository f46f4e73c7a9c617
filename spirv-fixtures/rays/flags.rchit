// compile: vulkan1.2
// The triangle that was hit.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
void main() { payload = uint(gl_PrimitiveID); }
