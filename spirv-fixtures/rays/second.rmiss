// compile: vulkan1.2
// Says what its record holds.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
layout(shaderRecordEXT) buffer Record { uint number; };
void main() { payload = number; }
