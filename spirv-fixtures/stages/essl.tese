#version 320 es
// compile: vulkan1.1
// ESSL 3.20 has the stage.
layout(quads, fractional_even_spacing) in;
layout(location = 0) in highp vec4 b[];
layout(location = 1) patch in highp float whole;
void main() {
    gl_Position = b[gl_PatchVerticesIn - 1] * whole + gl_in[0].gl_Position;
}
