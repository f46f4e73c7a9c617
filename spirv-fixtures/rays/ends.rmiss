// compile: vulkan1.2
// All hits were ignored.
#version 460
#extension GL_EXT_ray_tracing : require
struct Ray { uint count; uint met; bool terminate; };
layout(location = 0) rayPayloadInEXT Ray ray;
void main() { ray.count += 1000u; }
