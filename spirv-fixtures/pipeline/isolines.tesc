// compile: vulkan1.0
// Two lines of one piece.
#version 450
layout(vertices = 1) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;
    gl_TessLevelOuter[0] = 2.0;
    gl_TessLevelOuter[1] = 1.0;
}
