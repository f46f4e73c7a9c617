// compile: vulkan1.0
// The viewport that a fragment came through.
#version 450
layout(location = 0) out int color;
void main() { color = gl_ViewportIndex; }
