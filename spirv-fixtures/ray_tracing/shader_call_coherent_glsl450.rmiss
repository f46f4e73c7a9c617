// compile: vulkan1.2
// In the memory model of GLSL it decorates the block.
#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 0) shadercallcoherent buffer Shared { uint value; };
void main() { value++; }
