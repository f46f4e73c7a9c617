// compile: vulkan1.3 vulkan1.1
// Cooperative vectors: types, constructors, operators, components, conversions, functions, loads and stores of every
// memory, products with matrices in memory, training. A long vector of the same specialized length has the same type.
#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint WIDTH = 16;
layout(constant_id = 1) const int LAYOUT = gl_CooperativeVectorMatrixLayoutInferencingOptimalNV;

layout(binding = 0, std430) readonly buffer Weights { float16_t weights[]; };
layout(binding = 1, std430) readonly buffer Bytes { int8_t bytes[4096]; };
layout(binding = 2, std430) coherent buffer Data { uvec4 words[64]; float numbers[]; };
layout(binding = 3, std430) buffer Gradients { float16_t gradients[]; };
layout(buffer_reference, std430, buffer_reference_align = 64) readonly buffer Bias { float16_t bias[]; };
layout(push_constant) uniform Push { Bias reference; uint offset; };
shared float16_t tile[256];

#define Halves coopvecNV<float16_t, 16>
#define Floats coopvecNV<float, 5>
#define Ints coopvecNV<int, 5>
#define Specialized coopvecNV<float16_t, WIDTH>

Floats total = Floats(0.5);
const Floats doubled = Floats(1) * Floats(2.0);
struct Layer { Halves weights; Specialized hidden[2]; };

Floats add(Floats a, inout Floats b) {
    b[1] += a[0];
    return a + b;
}

void arithmetic() {
    vec3 v = vec3(numbers[0]);
    Floats a = Floats(v, v.xy), b = Floats(v.x, 2, v.xy, 4.0), c = Floats(mat3(2.0)[1], v);
    a = -(a + b - c * a / b) * 2.0;
    a *= numbers[1];
    a = add(a, b) + doubled + total;
    Ints i = Ints(a), j = Ints(3);
    i = i & j | ~i ^ (i << j) >> j;
    i = clamp(max(i, j), min(i, j), j);
    a = Floats(i);
    for (int k = 0; k < a.length(); ++k) {
        a[k] = a[k] + float(k);
    }
    total = numbers[2] > 0.0 ? a : b;
    coopvecNV<float, 2> pair = coopvecNV<float, 2>(v.xy);
    pair = tanh(pair);
    numbers[3] = pair[1] + total[4];
    vector<float16_t, WIDTH> long_vector = vector<float16_t, WIDTH>(numbers[5]);
    numbers[5] = float(long_vector[1]);
}

void layers() {
    Layer layer;
    coopVecLoadNV(layer.weights, words, offset);
    coopVecLoadNV(layer.hidden[0], tile, 16);
    coopVecMatMulNV(layer.hidden[1], layer.weights, gl_ComponentTypeFloat16NV, weights, offset, gl_ComponentTypeFloat16NV,
                    WIDTH, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    layer.hidden[1] = max(Specialized(0), layer.hidden[1]);
    coopVecMatMulAddNV(layer.weights, layer.hidden[1], gl_ComponentTypeFloatE4M3NV, bytes, 0, gl_ComponentTypeFloatE4M3NV,
                       reference.bias, 16, gl_ComponentTypeFloat16NV, 16, WIDTH, LAYOUT, true, 0);
    layer.weights = fma(layer.weights, exp(layer.weights), atan(log(layer.weights)));
    layer.weights = step(layer.weights, clamp(layer.weights, Halves(0), Halves(1)));

    // Bytes, as numbers and packed: what is signed the types say.
    coopvecNV<int8_t, 16> small = coopvecNV<int8_t, 16>(layer.weights);
    coopvecNV<uint, 4> packed = coopvecNV<uint, 4>(words[0]);
    coopvecNV<int, 8> sums;
    coopVecMatMulNV(sums, small, gl_ComponentTypeSignedInt8NV, bytes, 64, gl_ComponentTypeSignedInt8NV, 8, 16,
                    gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
    coopVecMatMulNV(sums, packed, gl_ComponentTypeUnsignedInt8PackedNV, bytes, 64, gl_ComponentTypeUnsignedInt8NV, 8, 16,
                    gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
    coopVecStoreNV(sums, words, 128);
    coopVecStoreNV(layer.weights, tile, 32);

    coopVecOuterProductAccumulateNV(layer.weights, layer.hidden[0], gradients, 0, 0,
                                    gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(layer.weights, gradients, 4096);
}

void main() {
    arithmetic();
    layers();
}
