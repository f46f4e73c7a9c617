// compile: vulkan1.3
// Loads, stores and functions of whole matrices with tensors.
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 128) in;

layout(constant_id = 0) const uint ROWS = 64;

// Blocks of 32 four-bit numbers with a scale.
struct Block { float16_t scale; uint16_t digits[8]; };
layout(buffer_reference, std430, buffer_reference_align = 2) readonly buffer Blocks { Block block; };

layout(binding = 0) readonly buffer Weights { uvec4 weights[]; };
layout(binding = 1) readonly buffer Columns { float16_t columns[]; };
layout(binding = 2) workgroupcoherent buffer Sums { float sums[]; };
layout(binding = 3) volatile buffer Grid { float16_t grid[4][64 * 64]; };
shared float16_t staged[64 * 32];

#define MATRIX(T, R, C, USE) coopmat<T, gl_ScopeWorkgroup, R, C, gl_MatrixUse##USE>

float16_t decode(const in Blocks blocks, const in uint block[2], const in uint inBlock[2]) {
    uint digit = uint(blocks.block.digits[inBlock[1] / 4u]) >> (inBlock[1] % 4u * 4u);
    return blocks.block.scale * (float16_t(digit & 15u) - float16_t(8.0));
}

float plus(const in float a, const in float b) { return a + b; }
float largest(const in float a, const in float b) { return max(a, b); }
float16_t largest(const in float16_t a, const in float16_t b) { return max(a, b); }

float scaled(const in uint row, const in uint column, const in float x) { return row < ROWS ? x : 0.0; }
float biased(const in uint row, const in uint column, const in float x, const in vec2 bias, const in float other) {
    return x * bias.x + bias.y + other;
}

void main() {
    MATRIX(float16_t, ROWS, 32, A) a = MATRIX(float16_t, ROWS, 32, A)(0.0);
    MATRIX(float16_t, 32, 64, B) b;
    MATRIX(float, ROWS, 64, Accumulator) c;

    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> layoutA =
        createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    layoutA = setTensorLayoutBlockSizeNV(layoutA, 1, 32);
    layoutA = setTensorLayoutDimensionNV(layoutA, 256, 256);
    layoutA = sliceTensorLayoutNV(layoutA, gl_WorkGroupID.x * ROWS, ROWS, 0, 32);
    tensorLayoutNV<2> layoutB = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 64, 32);
    tensorLayoutNV<2> layoutC = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ROWS, 64);
    tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);

    // Memory of all kinds, with and without a view and a function.
    coopMatLoadTensorNV(a, weights, 4, layoutA, decode);
    coopMatLoadTensorNV(a, weights, 4, layoutA, turned, decode);
    coopMatLoadTensorNV(b, columns, 0, layoutB, turned);
    coopMatLoadTensorNV(b, staged, 0, layoutB);
    coopMatLoadTensorNV(b, grid[gl_WorkGroupID.y], 8, layoutB);
    coopMatLoadTensorNV(c, sums, 0, layoutC);

    c = coopMatMulAdd(a, b, c);

    coopMatStoreTensorNV(c, sums, 0, layoutC);
    coopMatStoreTensorNV(c, sums, 0, layoutC, turned);
    coopMatStoreTensorNV(b, grid[1], 0, layoutB);

    // Reductions to the shape of the mask; the overload is the one for the component type.
    MATRIX(float, ROWS, 64, Accumulator) wide;
    MATRIX(float, 32, 32, Accumulator) small;
    MATRIX(float, 64, 64, Accumulator) square;
    MATRIX(float16_t, ROWS, 64, Accumulator) halves = MATRIX(float16_t, ROWS, 64, Accumulator)(c);
    coopMatReduceNV(wide, c, gl_CooperativeMatrixReduceRowNV, plus);
    coopMatReduceNV(c, c, gl_CooperativeMatrixReduceColumnNV, largest);
    coopMatReduceNV(halves, halves, gl_CooperativeMatrixReduceRowAndColumnNV, largest);
    coopMatReduceNV(small, square, gl_CooperativeMatrixReduce2x2NV, plus);

    // Functions of each element, the result perhaps the argument and perhaps a part of something.
    MATRIX(float, ROWS, 64, Accumulator) both[2];
    coopMatPerElementNV(c, c, scaled);
    coopMatPerElementNV(both[1], c, biased, vec2(2.0, 1.0), wide);
    coopMatPerElementNV(both[0], both[1], biased, vec2(sums[0], 1.0), 0.5);

    // From sums to factors: the use alone, the components with it, both in two steps.
    MATRIX(float16_t, ROWS, 64, A) left = MATRIX(float16_t, ROWS, 64, A)(halves);
    MATRIX(float16_t, ROWS, 64, B) right = MATRIX(float16_t, ROWS, 64, B)(c);
    MATRIX(int, ROWS, 64, Accumulator) whole = MATRIX(int, ROWS, 64, Accumulator)(c);
    MATRIX(int8_t, ROWS, 64, A) bytes = MATRIX(int8_t, ROWS, 64, A)(whole);
    MATRIX(uint8_t, ROWS, 64, A) letters = MATRIX(uint8_t, ROWS, 64, A)(whole);
    MATRIX(uint, ROWS, 64, B) words = MATRIX(uint, ROWS, 64, B)(whole);
    MATRIX(float16_t, 64, ROWS, B) across;
    coopMatTransposeNV(across, halves);
}
