// compile: vulkan1.0 vulkan1.1
// Every shape of matrix: constructor, column access, product with vectors on both sides, transpose.
// buffer(0): f32 = [1]
// buffer(1): f32 = [0; 32]
// expect buffer(1) == [5, 11, 17, 9, 12, 15, 14, 32, 9, 10, 11, 12, 30, 70, 110, 1, 4, 2, 5, 3, 6, 20]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { float one; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    float o = one;
    mat2x3 m23 = mat2x3(o, 2, 3, 4, 5, 6);
    mat3x2 m32 = mat3x2(o, 2, 3, 4, 5, 6);
    mat2x4 m24 = mat2x4(1, 2, 3, 4, 5, 6, 7, 8);
    mat4x2 m42 = mat4x2(1, 2, 3, 4, 5, 6, 7, 8);
    mat4x3 m43 = mat4x3(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    mat3x4 m34 = mat3x4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    vec3 a = vec2(o, 2) * m32;
    r[0] = a.x; r[1] = a.y; r[2] = a.z;
    vec3 b = m23 * vec2(o, 2);
    r[3] = b.x; r[4] = b.y; r[5] = b.z;
    vec2 c = vec3(o, 2, 3) * m23;
    r[6] = c.x; r[7] = c.y;
    vec4 d = m24 * vec2(-1.0, 2.0);
    r[8] = d.x; r[9] = d.y; r[10] = d.z; r[11] = d.w;
    vec3 e = vec4(o, 2, 3, 4) * m34;
    r[12] = e.x; r[13] = e.y; r[14] = e.z;
    mat3x2 t = transpose(m23);
    r[15] = t[0][0]; r[16] = t[0][1]; r[17] = t[1].x; r[18] = t[1].y; r[19] = t[2][0]; r[20] = t[2][1];
    r[21] = m42[3][1] + m43[3][2];
}
