// compile: vulkan1.3 vulkan1.1
// Cooperative matrices without a declared use: types by bits of a component, loads and stores, operators, conversions, products.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 32) in;
layout(constant_id = 0) const int ROWS = 16;

layout(binding = 0) buffer Halves { float16_t halves[]; };
layout(binding = 1) buffer Floats { float floats[]; };
layout(binding = 2) buffer Bytes { int8_t bytes[]; };
layout(binding = 3) buffer Words { uint words[]; };
layout(buffer_reference, buffer_reference_align = 16) buffer Address { float numbers[]; };
layout(push_constant) uniform Push { Address address; };
shared uvec4 tile[32];

fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> global;
int counts[global.length()];

fcoopmatNV<32, gl_ScopeSubgroup, ROWS, 8> negated(fcoopmatNV<32, gl_ScopeSubgroup, ROWS, 8> m) {
    return -m;
}

void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> a;
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> b = fcoopmatNV<16, gl_ScopeSubgroup, 16, 8>(2.0);
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> sum = fcoopmatNV<32, gl_ScopeSubgroup, 16, 8>(b);
    coopMatLoadNV(a, halves, 16, 16, false);
    coopMatLoadNV(b, tile, 0, 1, true);
    sum = coopMatMulAddNV(a, b, sum);
    sum = 2.0 * (sum + sum) - sum / sum;
    for (int i = 0; i < sum.length(); i++) {
        sum[i] = sum[i] * 0.5;
    }
    coopMatStoreNV(sum, floats, 0, 8, false);
    coopMatStoreNV(sum, address.numbers, 0, 8, true);
    fcoopmatNV<32, gl_ScopeSubgroup, ROWS, 8> sized = fcoopmatNV<32, gl_ScopeSubgroup, ROWS, 8>(1.0);
    coopMatStoreNV(negated(sized), floats, 1024, 8, false);

    icoopmatNV<8, gl_ScopeSubgroup, 16, 32> bytesA;
    icoopmatNV<8, gl_ScopeSubgroup, 32, 8> bytesB;
    icoopmatNV<32, gl_ScopeSubgroup, 16, 8> total = icoopmatNV<32, gl_ScopeSubgroup, 16, 8>(0);
    coopMatLoadNV(bytesA, bytes, 0, 32, false);
    coopMatLoadNV(bytesB, bytes, 512, 8, false);
    total = coopMatMulAddNV(bytesA, bytesB, total);
    coopMatStoreNV(total, words, 0, 8, false);
    ucoopmatNV<16, gl_ScopeSubgroup, 16, 8> shorts = ucoopmatNV<16, gl_ScopeSubgroup, 16, 8>(3u);
    ucoopmatNV<32, gl_ScopeSubgroup, 16, 8> bits = ucoopmatNV<32, gl_ScopeSubgroup, 16, 8>(shorts);
    coopMatStoreNV(bits * 2u, words, 128, 8, false);
}
