// compile: vulkan1.3
// Cooperative matrices of integers: signed operands, saturation, operators, all conversions; and the layouts of Arm.
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_ARM_cooperative_matrix_layouts : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint STRIDE = 1;

#define Matrix(T, use) coopmat<T, 3, 16, 16, use>
#define Accumulator(T) Matrix(T, gl_MatrixUseAccumulator)
layout(binding = 0, std430) buffer Data { int8_t bytes[256]; uint8_t numbers[256]; int sums[256]; };

void main() {
    Matrix(int8_t, gl_MatrixUseA) a;
    Matrix(uint8_t, gl_MatrixUseB) b;
    Accumulator(int) c;
    coopMatLoad(a, bytes, 0, 1, gl_CooperativeMatrixLayoutRowBlockedInterleavedARM);
    coopMatLoad(b, numbers, 0, STRIDE, gl_CooperativeMatrixLayoutColumnBlockedInterleavedARM);
    coopMatLoad(c, sums, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    c = coopMatMulAdd(a, b, c);
    c = coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation);
    Accumulator(uint) d = coopMatMulAdd(Matrix(uint8_t, gl_MatrixUseA)(a), b, Accumulator(uint)(c));
    a = a + a - a * a / -a * int8_t(3);
    d = 2u * d / d;
    Accumulator(int8_t) narrow = Accumulator(int8_t)(c);
    Accumulator(uint16_t) wide = Accumulator(uint16_t)(narrow);
    Accumulator(float16_t) half_ = Accumulator(float16_t)(wide);
    Accumulator(float) single = Accumulator(float)(half_);
    Accumulator(uint8_t) back = Accumulator(uint8_t)(single);
    Accumulator(int64_t) long_ = Accumulator(int64_t)(back);
    Accumulator(float64_t) double_ = Accumulator(float64_t)(long_);
    c = Accumulator(int)(double_);
    c[2] = int(long_[1]);
    coopMatStore(c, sums, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
}
