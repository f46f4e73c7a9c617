// compile: vulkan1.3
// Cooperative matrices of types by number: what needs no arithmetic of the language. The types are those of SPIR-V, so that
// matrices of `float16_t` and of its number are one type there.
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 32) in;
#define half spirv_type(capabilities = [9], id = 22, 16)
#define matrix(type, use) coopmat<type, gl_ScopeSubgroup, 16, 16, gl_MatrixUse##use>
layout(binding = 0, std430) buffer B { uvec4 data[]; };
layout(binding = 1, std430) buffer R { float r[]; };
spirv_instruction(id = 115) half narrowed(float value);
spirv_instruction(id = 115) float widened(half value);
spirv_instruction(id = 61) half load(spirv_by_reference half place);
spirv_instruction(id = 62) void store(spirv_by_reference half place, half value);
spirv_instruction(id = 129) matrix(half, Accumulator) sum(matrix(half, Accumulator) a, matrix(half, Accumulator) b);
matrix(half, A) a;
matrix(half, Accumulator) twice(matrix(half, Accumulator) m) { return sum(m, m); }
void main() {
    matrix(half, B) b;
    matrix(half, Accumulator) c = matrix(half, Accumulator)(narrowed(1.5)), all[2];
    matrix(float16_t, Accumulator) same = matrix(float16_t, Accumulator)(0.5hf);
    coopMatLoad(a, data, 0, 2, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, data, 64, 2, gl_CooperativeMatrixLayoutColumnMajor);
    c = coopMatMulAdd(a, b, c);
    all[1] = twice(matrix(half, Accumulator)(c));
    store(all[1][0], load(c[c.length() - 1]));
    r[gl_LocalInvocationIndex] = widened(all[1][1]) + float(same[0]);
    coopMatStore(all[1], data, 0, 2, gl_CooperativeMatrixLayoutRowMajor);
}
