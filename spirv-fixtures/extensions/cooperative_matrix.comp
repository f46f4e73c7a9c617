// compile: vulkan1.3 vulkan1.1
// Cooperative matrices: types with constants and specialization constants, loads and stores of every memory, operators,
// conversions, components, functions, structures, arrays, and the multiplication with its operands.
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint ROWS = 16;
layout(constant_id = 1) const int SCOPE = gl_ScopeSubgroup;

#define MatrixA coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA>
#define MatrixB coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseB>
#define Sum coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
#define Specialized coopmat<float, SCOPE, ROWS, (ROWS * 2u), gl_MatrixUseAccumulator>

layout(binding = 0, std430) readonly buffer Left { float16_t left[]; };
layout(binding = 1, std430) coherent buffer Right { uvec4 right[64]; };
layout(binding = 2, std430) workgroupcoherent volatile writeonly buffer Out { float count; float result[]; };
layout(buffer_reference, buffer_reference_align = 16, std430) nonprivate buffer Pointer { vec2 head; vec4 data[]; };
layout(push_constant) uniform Push { Pointer pointer; uint stride; };
shared float16_t tile[256];
shared uvec2 words[128];

Sum total = Sum(0.5);
struct Pair { MatrixA first; Sum sums[2]; };

Sum add(Sum a, Sum b) { return a + b; }
void scale(inout Sum sum, float by) { sum *= by; }
void components(out Sum sum) {
    for (int i = 0; i < sum.length(); ++i) {
        sum[i] = float(i);
    }
}

void main() {
    MatrixA a;
    MatrixB b;
    Pair pair;
    coopMatLoad(a, left, 32, stride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, right, gl_WorkGroupID.x, 2, gl_CooperativeMatrixLayoutColumnMajor);
    coopMatLoad(pair.first, tile, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(pair.sums[1], pointer.data, 4, stride / 4, gl_CooperativeMatrixLayoutColumnMajor);
    components(pair.sums[0]);
    total = coopMatMulAdd(a, b, total);
    pair.sums[0] = coopMatMulAdd(pair.first, b, add(total, pair.sums[1]));
    scale(pair.sums[1], 2.0);
    total = (total - pair.sums[0]) * pair.sums[1] / Sum(float(stride)) * 0.5 + -total;
    total[1] += total[0];
    Sum chosen = stride > 4 ? total : pair.sums[0];
    coopMatStore(chosen, result, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(a, words, 8, 4, gl_CooperativeMatrixLayoutColumnMajor);
    coopMatStore(total, pointer.data, 0, stride, gl_CooperativeMatrixLayoutRowMajor);
    Specialized specialized = Specialized(1.0);
    float sizes[specialized.length()];
    sizes[0] = specialized[0];
    count = sizes[0] + float(specialized.length());
}
