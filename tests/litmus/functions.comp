// litmus: --init scale=3
#version 450
layout(local_size_x = 1) in;
struct Pair {
    uint low;
    uint high;
};
layout(binding = 0) buffer Data { Pair pairs[2]; uint sums[2]; };
layout(push_constant) uniform Constants { uint scale; };

void add(inout uint value, uint amount) {
    value += amount;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Pair pair = Pair(scale * i, 0u);
    add(pair.high, i + 1u);
    pairs[i] = pair;
    uvec3 v = uvec3(0u);
    v.xz = uvec2(pairs[i].low, pairs[i].high);
    for (uint k = 0u; k < 3u; k++) {
        sums[i] += v[k];
    }
}
