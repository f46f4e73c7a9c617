// compile: vulkan1.1
// What the vertex shader says of its view, and the fragment's own.
#version 450
#extension GL_EXT_multiview : require
layout(location = 0) flat in int view;
layout(location = 0) out ivec2 color;
void main() { color = ivec2(view, gl_ViewIndex); }
