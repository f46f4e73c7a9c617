// compile: vulkan1.0
// determinant, inverse, outerProduct, transpose of a square matrix.
// buffer(0): f32 = [2, 1, 1, 3]
// buffer(1): f32 = [0; 32]
// expect buffer(1) ~= [5,  0.6, -0.2, -0.2, 0.4,  3, 4, 6, 8,  2, 1, 1, 3,  24,  0.5, 0.25] within 1e-5
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { mat2 m; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    r[0] = determinant(m);
    mat2 i = inverse(m);
    r[1] = i[0][0]; r[2] = i[0][1]; r[3] = i[1][0]; r[4] = i[1][1];
    mat2 o = outerProduct(vec2(3, 4), vec2(1, 2));
    r[5] = o[0][0]; r[6] = o[0][1]; r[7] = o[1][0]; r[8] = o[1][1];
    mat2 t = transpose(m);
    r[9] = t[0][0]; r[10] = t[0][1]; r[11] = t[1][0]; r[12] = t[1][1];
    r[13] = determinant(mat3(m[0][0], 0, 0, 0, 3, 0, 0, 0, 4));
    mat4 big = inverse(mat4(2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
    r[14] = big[0][0]; r[15] = big[1][1];
}
