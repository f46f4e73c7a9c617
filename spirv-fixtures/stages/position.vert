// compile: vulkan1.1
// Without a redeclaration the block has all its members, and those that are not accessed require no capability.
#version 450
layout(location = 0) in vec4 position;
void main() { gl_Position = position; }
