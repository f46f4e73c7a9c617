// compile: vulkan1.0
// Writes 1 to an integer target. Vertex shaders that only show what they cover run in front of it.
#version 450
layout(location = 0) out uint color;
void main() { color = 1u; }
