// compile: vulkan1.1
// `attribute` and `varying` of a vertex shader.
#version 150
#extension GL_ARB_separate_shader_objects : require
layout(location = 0) attribute vec4 place;
layout(location = 0) varying vec2 position;
void main() {
    position = place.xy;
    gl_Position = place;
}
