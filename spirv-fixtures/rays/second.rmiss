// compile: vulkan1.2
// Returns the contents of its record.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
layout(shaderRecordEXT) buffer Record { uint number; };
void main() { payload = number; }
