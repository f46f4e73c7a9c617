// compile: vulkan1.1 vulkan1.3
// Vectors whose length a specialization constant decides: variables, parameters, operators, components, conversions,
// constants, built-ins.
#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint N = 8;
layout(constant_id = 1) const int M = 5;
layout(binding = 0, std430) buffer Data { float f; int i; uint u; };

const vector<float, N> HALF = vector<float, N>(0.25) * 2;
const vector<int, N> COUNT = -vector<int, N>(N) + M;

vector<float, N> pass(vector<float, N> x) { return x; }
vector<float, N> ofPrivate;
shared vector<float, N> ofGroup;

void conversions() {
    vector<float16_t, N> halves = vector<float16_t, N>(HALF);
    vector<float, N> singles = halves;
    vector<double, N> wide[2];
    wide[1] = singles + halves;
    wide[1] *= COUNT;
    vector<bool, N> flags = vector<bool, N>(i > 3);
    vector<int, N> numbers = vector<int, N>(flags);
    flags = vector<bool, N>(numbers * COUNT);
    vector<int8_t, N> bytes = vector<int8_t, N>(flags);
    f += flags[1] ? float(halves) : float(wide[1][i]);
    i += bytes[2];
}

void comparisons() {
    vector<int, N> numbers = vector<int, N>(i);
    bool same = numbers == COUNT;
    vector<bool, N> less = lessThan(numbers, COUNT);
    less = same ? less : not(less);
    i = any(less) && numbers != ++numbers ? numbers[M] : COUNT[2] + COUNT[i];
}

void builtins() {
    vector<float, N> v = sin(ofPrivate) + max(ofPrivate, 1) + mix(HALF, ofPrivate, f);
    vector<int, N> exponents;
    v = frexp(v, exponents);
    v = modf(v, ofPrivate);
    v = smoothstep(0.25, 0.75, v) + clamp(v, HALF, v);
    v = mix(v, HALF, isnan(v)) + normalize(faceforward(v, v, HALF));
    f = dot(v, HALF) + length(v) + length(HALF) + distance(v, HALF);
    vector<uint, N> bits = floatBitsToUint(v);
    vector<uint, N> high, low;
    umulExtended(bits, bits >> 3, high, low);
    u = (bitfieldInsert(high, low, 3, 4) + bitCount(bits) % 3u)[i];
    u += findMSB(bits)[0] + abs(COUNT)[0] + clamp(COUNT, -3, 3)[7];
}

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
    f = pass(w)[i] + pass(w)[2] + ofPrivate[7];
    vector<int, (M + 1)> integers = vector<int, (M + 1)>(i);
    integers = ~integers % 7 << 1u;
    integers |= integers & 3;
    vector<uint8_t, (M + 1)> bytes = vector<uint8_t, (M + 1)>(integers);
    i = integers[1] + bytes[2] + integers.length();
    conversions();
    comparisons();
    builtins();
}
