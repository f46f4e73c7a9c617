// compile: vulkan1.1
// Matrix algebra, columns, transposition, matrices in blocks.
// buffer(0): f32 = [0..64]
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { mat4 m; mat3 n; vec4 v; vec4 result[5]; };

void main() {
    mat4 a = m * transpose(m);
    result[0] = a * v;
    result[1] = v * m;
    result[2] = vec4(n * vec3(1.0, 2.0, 3.0), determinant(mat2(1.0, 2.0, 3.0, 4.0)));
    mat4 scaled = m * 0.5 + mat4(1.0);
    result[3] = scaled[2];
    result[4] = outerProduct(v, vec4(1.0, 0.0, 0.0, 0.0))[0] + inverse(m * 0.01 + mat4(1.0))[1];
}
