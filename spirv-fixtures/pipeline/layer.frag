// compile: vulkan1.0
// The order of its triangle, and the layer that it goes to.
#version 450
layout(location = 0) flat in int order;
layout(location = 0) out ivec2 color;
void main() { color = ivec2(order, gl_Layer); }
