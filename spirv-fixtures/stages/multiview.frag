// compile: vulkan1.1
// The view index in a fragment shader: a flat input.
#version 450
#extension GL_EXT_multiview : require
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_ViewIndex); }
