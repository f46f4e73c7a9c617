// compile: vulkan1.3
// Saturated conversions to 8-bit floats: of matrices from every kind of component, with and without a change of use, and
// into components of a vector.
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;

#define Matrix(T, use) coopmat<T, 3, 16, 16, gl_MatrixUse##use>
layout(binding = 0, std430) buffer Data { vec4 wide; fe5m2vec4 narrow; };

void main() {
    Matrix(float, Accumulator) single;
    Matrix(float16_t, Accumulator) half_;
    Matrix(bfloat16_t, A) brain;
    Matrix(int, Accumulator) whole;
    Matrix(floate4m3_t, Accumulator) e4m3;
    Matrix(floate5m2_t, Accumulator) e5m2;
    Matrix(floate4m3_t, A) left;
    Matrix(floate5m2_t, B) right;

    saturatedConvertEXT(e4m3, single);
    saturatedConvertEXT(e5m2, half_);
    saturatedConvertEXT(left, brain);
    // Integers have no conversion of their own to these formats.
    saturatedConvertEXT(e4m3, whole);
    saturatedConvertEXT(e4m3, e5m2);
    // The same components: nothing to saturate.
    saturatedConvertEXT(e4m3, e4m3);
    saturatedConvertEXT(left, single);
    saturatedConvertEXT(right, e5m2);
    saturatedConvertEXT(right, whole);

    saturatedConvertEXT(narrow.yz, wide.xw);
    saturatedConvertEXT(narrow.w, wide.x);
    saturatedConvertEXT(narrow.zyx, wide.xyz);
}
