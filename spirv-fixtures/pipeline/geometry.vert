// compile: vulkan1.0
// Points with a place and a number.
#version 450
layout(location = 0) out Point { int column; flat uint number; } point;
void main() {
    point.column = gl_VertexIndex;
    point.number = 10u + gl_VertexIndex;
    gl_Position = vec4(gl_VertexIndex, 0.0, 0.0, 1.0);
}
