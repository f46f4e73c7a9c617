// compile: vulkan1.2
// The contents of its record, and the distance.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
layout(shaderRecordEXT) buffer Record { uint number; };
void main() { payload = number + uint(gl_RayTmaxEXT + 0.5); }
