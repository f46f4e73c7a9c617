// compile: vulkan1.1
// Spacing and winding have defaults.
#version 450
layout(isolines) in;
void main() {
    gl_Position = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
}
