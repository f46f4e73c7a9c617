// compile: vulkan1.1
// Every output is invariant, those of the language too (GLSL 4.60, 4.8.1).
#version 450
#pragma STDGL invariant(all)
layout(location = 0) out vec4 a;
void main() {
    gl_Position = a = vec4(gl_VertexIndex);
}
