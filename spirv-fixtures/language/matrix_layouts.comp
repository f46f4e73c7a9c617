// compile: vulkan1.0 vulkan1.1
// row_major and column_major in std430 and std140: what is read is what the layout says, also by component.
// buffer(0): f32 = [1, 2, 3, 99, 4, 5, 6, 99,  1, 4, 2, 5, 3, 6, 0, 0]
// buffer(1): f32 = [1, 2, 3, 99, 4, 5, 6, 99,  1, 4, 99, 99, 2, 5, 99, 99, 3, 6, 99, 99]
// buffer(2): f32 = [0; 32]
// expect buffer(2) == [1, 4, 2, 5, 3, 6,  1, 4, 2, 5, 3, 6,  1, 2, 3, 4, 5, 6,  1, 2, 3, 4, 5, 6]
// buffer(3): f32 = [0; 8]
// expect buffer(3) == [1, 3, 5, _, 2, 4, 7]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer A {
    layout(row_major) mat3x2 rows;
    layout(column_major, offset = 32) mat3x2 columns;
} a;
layout(binding = 1, std140) buffer B {
    layout(row_major) mat3x2 rows_of_three;
    mat3x2 columns;
} b;
layout(binding = 2) buffer Out { float r[]; };
layout(binding = 3, row_major) buffer Written { mat3x2 w; };
void put(inout int at, mat3x2 m) {
    for (int c = 0; c < 3; ++c) {
        r[at++] = m[c].x;
        r[at++] = m[c][1];
    }
}
void main() {
    int at = 0;
    put(at, a.rows);
    put(at, a.columns);
    for (int k = 0; k < 2; ++k)
        for (int c = 0; c < 3; ++c)
            r[at++] = b.rows_of_three[c][k];
    for (int k = 0; k < 2; ++k)
        for (int c = 0; c < 3; ++c)
            r[at++] = b.columns[c][k];
    w = mat3x2(1, 2, 3, 4, 5, 6);
    w[2].y = 7.0;
}
