// compile: vulkan1.3
#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 32) in;

layout(binding = 0) buffer Data {
    vector<float, 7> f;
    vector<int, 7> i;
    vector<uint, 7> u;
    vector<float16_t, 7> h;
    vector<double, 7> d;
    float s;
};

const vector<float, 7> FOLDED = max(sqrt(vector<float, 7>(4.0)), 1.0);

void main() {
    vector<float, 7> x = f, y = f * FOLDED;
    x = sin(x) + pow(x, y) + clamp(x, 0.0, 1.0) + clamp(x, x, y) + mix(x, y, 0.5) + fma(x, y, x) + mod(x, 2.0);
    x += normalize(x) * dot(x, y) * length(x) + reflect(x, y) + step(0.5, x);
    i += abs(i) + min(i, 3) + findMSB(i) + bitfieldExtract(i, 1, 2) + floatBitsToInt(x);
    u = bitfieldReverse(u) + floatBitsToUint(x) + min(u, 4u);
    x = intBitsToFloat(i) + uintBitsToFloat(u) + fract(x);
    vector<bool, 7> less = lessThan(x, y);
    if (any(not(less)) || all(greaterThanEqual(u, u))) x = mix(x, y, less);
    vector<float, 7> whole;
    x += modf(x, whole) + whole;
    vector<int, 7> exponent;
    x += frexp(x, exponent);
    x = ldexp(x, exponent);
    vector<uint, 7> carry;
    u += uaddCarry(u, u, carry) + carry;
    h = sin(h) + clamp(h, float16_t(0), float16_t(1));
    d = sqrt(d) + min(d, 2.0lf);
    f = subgroupAdd(x) + subgroupShuffle(x, 3u);
    s = distance(x, y);
}
