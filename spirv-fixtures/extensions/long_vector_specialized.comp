// compile: vulkan1.3
// Vectors whose length a specialization constant decides: variables, parameters, operators, components, conversions.
#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint N = 8;
layout(constant_id = 1) const int M = 5;
layout(binding = 0, std430) buffer Data { float f; int i; uint u; };
vector<float, N> pass(vector<float, N> x) { return x; }
vector<float, N> ofPrivate;
shared vector<float, N> ofGroup;
void main() {
    vector<float, N> v = vector<float, N>(1);
    vector<float, N> w = vector<float, N>(f);
    w = v + w;
    w -= v * 2;
    w = -w / f;
    w[0] = f;
    for (int k = 0; k < w.length(); k++) {
        w[k] += float(k);
    }
    ofPrivate = w++;
    ofGroup[i] = f;
    f = pass(w)[i] + ofPrivate[7];
    vector<float16_t, N> halves = vector<float16_t, N>(w);
    vector<int, (M + 1)> integers = vector<int, (M + 1)>(i);
    integers = ~integers % 7 << 1u;
    integers |= integers & 3;
    vector<uint8_t, (M + 1)> bytes = vector<uint8_t, (M + 1)>(integers);
    i = integers[1] + bytes[2] + integers.length();
    vector<bool, N> flags = vector<bool, N>(i > 3);
    f += flags[1] ? float(halves[2]) : 0.0;
    vector<double, N> wide[2];
    wide[1] = vector<double, N>(halves);
    u = uint(wide[1][i]);
}
