// compile: vulkan1.3
#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;

const int N = 5 + 3;

struct Mixed {
    vector<float, N> values;
    vector<int, 3> three;
};

layout(binding = 0) buffer Data {
    float scale;
    vector<float, 8> values;
    vector<float16_t, N> halves;
    vector<float, 5> list[2];
    vector<bool, 7> flags;
    int n;
    vector<double, 5> doubles;
    Mixed mixed;
};
layout(binding = 1, std140) uniform Settings {
    float before;
    vector<int, 6> sixth;
    float after;
} settings;

shared vector<uint, 9> scratch;

const vector<float, 8> CONSTANT = vector<float, 8>(1.0, 2.0, vec3(3.0), 4.0, vec4(5.0));
vector<int, 5> counters = vector<int, 5>(7);

vector<float, 8> twice(vector<float, 8> x, out vector<float, N> same) {
    same = x;
    return x + x;
}

// Vectors of two to four components are those of the core language, whose members the keyword takes.
vec3 plain(vector<float, 3> p) {
    vec3 q = p;
    return q.zyx;
}

void main() {
    vector<float, 8> x = vector<float, 8>(scale);
    vector<float, 8> y;
    x = twice(values, y) - CONSTANT / x * 2.0;
    x[n] = 2.0;
    x[7] += y[n];
    x++;
    vector<int, 8> integers = vector<int, 8>(x);
    integers = (integers << 2) | ~integers & -integers % 3;
    halves = vector<float16_t, 8>(x);
    // A longer vector gives its first components.
    vector<float, 5> five = vector<float, 5>(x);
    list[1] = five;
    flags = vector<bool, 7>(n > 1);
    bool equal_all = x == y;
    vector<float, 6> six = vector<float, 6>(vec2(1.0), n, five);
    scratch = vector<uint, 9>(uint(x.length()));
    mixed = Mixed(x, ivec3(six[n]));
    mixed.values[2] = plain(vec3(mixed.three)).x;
    list[0] = vector<float, 5>(settings.sixth) * settings.after;
    vector<float, 8> pair[2] = { x, y };
    values = mixed.values * (equal_all ? pair[0] : pair[n])[3];
    vec4 four = vector<float, 4>(x);
    counters[n] = integers[n];
    scale = CONSTANT[n] + four.x + float(scratch[n]) + float(counters[1]);
    doubles = vector<double, 5>(five);
}
