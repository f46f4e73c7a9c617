// compile: vulkan1.0
// What the geometry shader says, and the primitive in it.
#version 450
layout(location = 0) flat in uvec2 number;
layout(location = 0) out uvec2 color;
void main() { color = uint(gl_PrimitiveID) == number.x - 10u ? number : uvec2(~0u); }
