// compile: vulkan1.1
// The view index, by which a vertex shader selects a matrix.
#version 450
#extension GL_EXT_multiview : require
layout(binding = 0) uniform Views { mat4 view[2]; };
layout(location = 0) in vec4 position;
void main() { gl_Position = view[gl_ViewIndex] * position; }
