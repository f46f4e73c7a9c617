// compile: vulkan1.0
// Writes 1 to an integer target. For vertex shaders that are tested by what they cover.
#version 450
layout(location = 0) out uint color;
void main() { color = 1u; }
