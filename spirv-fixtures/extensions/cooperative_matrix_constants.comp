// compile: vulkan1.3
// Constant cooperative matrices: operators and conversions of constants give constants, also with specialization constants
// where SPIR-V computes with them.
#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_null_initializer : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 4;
layout(constant_id = 1) const float X = 0.5;

#define Matrix(T) coopmat<T, 3, 16, 16, gl_MatrixUseAccumulator>

const Matrix(float) two = Matrix(float)(2.0);
const Matrix(float) six = two * Matrix(float)(3.0);
const Matrix(float) sum = -(six + two) / Matrix(float)(4.0) - 0.5 * two;
const Matrix(float16_t) converted = Matrix(float16_t)(sum * 2.0);
const Matrix(int) specialized = Matrix(int)(N) * 3 + Matrix(int)(1);
const Matrix(float) started = Matrix(float)(X);
const Matrix(float) none = {};
const Matrix(float) from_none = none - two;

layout(binding = 0, std430) buffer Data { float floats[256]; float16_t halves[256]; int ints[256]; };

void main() {
    coopMatStore(sum, floats, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(converted, halves, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(specialized, ints, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(from_none, floats, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    // Computed when the shader runs: SPIR-V has no such operation on specialization constants, or there is no result.
    coopMatStore(started + two, floats, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(Matrix(int)(1) / Matrix(int)(0), ints, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
