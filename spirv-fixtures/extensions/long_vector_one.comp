// compile: vulkan1.1 vulkan1.3
// Vectors with one component, which are not scalars, and with too many components to list.
#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;

const vector<float, 1> ONE = vector<float, 1>(0.5) + 1;
const vector<int, 5000> MANY = vector<int, 5000>(3) << 2;

layout(binding = 0, std430) buffer Data {
    float f;
    vector<float, 1> one;
    vector<bool, 1> flag;
    vector<float, 1> list[2];
    vector<int, 5000> many;
    vector<bool, 5000> flags;
    int i;
};
layout(binding = 1, std140) uniform Settings {
    vector<float, 1> list[2];
    float after;
} settings;

vector<float, 1> pass(vector<float, 1> x) { return -x; }

void few() {
    vector<float, 1> v = vector<float, 1>(f);
    v = pass(v + ONE) * 2;
    v /= settings.list[1];
    v[0]++;
    vec3 three = vec3(v, one, 2);
    v = vector<float, 1>(three.yz);
    one = vector<float, 1>(vector<int, 1>(v));
    flag = equal(v, one);
    flag = v != one ? flag : not(flag);
    list[i] = sqrt(v);
    f = v[0] + float(v) + dot(v, ONE) + list[1][i] + three.x + ONE[0] + v.length();
    vector<float, 1> fraction = modf(v, one);
    f += length(fraction);
    f += normalize(ONE)[0];
}

void more() {
    vector<int, 5000> w = many * MANY;
    w += vector<int, 5000>(flags);
    flags = lessThan(w, MANY);
    many = w;
    vector<int, 5001> joined = vector<int, 5001>(w, i);
    ivec4 first = ivec4(joined);
    i = joined[4999] + w[i] + MANY[77] + MANY.length() + first.y + int(w);
    f += dot(vector<float, 5000>(w), vector<float, 5000>(0.5));
}

void main() {
    few();
    more();
}
