// compile: vulkan1.1
// Drawn by points.frag: a point in each quarter.
#version 450
layout(location = 0) flat out vec2 factor;
invariant gl_Position;

void main() {
    vec2 quarter = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    factor = quarter + 0.5;
    gl_Position = vec4(quarter - 0.5, 0.0, 1.0);
    gl_PointSize = 1.0 + float(gl_VertexIndex);
}
