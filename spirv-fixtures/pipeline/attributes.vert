// compile: vulkan1.0
// topology: points
// draw: 2 2
// attribute(0): rgba32f = [1, 2, 3, 4, 5, 6, 7, 8]
// attribute(1): rg32ui instance = [10, 20, 30, 40]
// attribute(2): rgba8 = [0, 51, 102, 255, 255, 0, 204, 0]
// attribute(3): r16i = [-5, 300]
// attribute(4): rgb32f = [1, 0, 0, 0, 1, 0]
// attribute(5): rgb32f = [0, 2, 0, 2, 0, 0]
// buffer(0): f32 = [0; 64]
// expect buffer(0) ~= [
//     1, 2, 3, 4, 10, 20, -5, 0, 0, 0.2, 0.4, 1, 1, 0, 0, 2,
//     5, 6, 7, 8, 10, 20, 300, 0, 1, 0, 0.8, 0, 0, 1, 2, 0,
//     1, 2, 3, 4, 30, 40, -5, 0, 0, 0.2, 0.4, 1, 1, 0, 0, 2,
//     5, 6, 7, 8, 30, 40, 300, 0, 1, 0, 0.8, 0, 0, 1, 2, 0]
// Inputs of every kind of number, for each vertex and for each instance; a matrix takes a location for each column.
#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in uvec2 pair;
layout(location = 2) in vec4 color;
layout(location = 3) in int number;
layout(location = 4) in mat2x3 matrix;
struct Row { vec4 a, b, c, d; };
layout(binding = 0) buffer Seen { Row rows[]; };
void main() {
    Row row;
    row.a = position;
    row.b = vec4(pair, number, 0.0);
    row.c = color;
    row.d = vec4(matrix[0].xy, matrix[1].xy);
    rows[gl_InstanceIndex * 2 + gl_VertexIndex] = row;
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
