// compile: vulkan1.2
// The ray was accepted.
#version 460
#extension GL_EXT_ray_tracing : require
struct Ray { uint count; uint met; bool terminate; };
layout(location = 0) rayPayloadInEXT Ray ray;
void main() { ray.count += 100u; }
