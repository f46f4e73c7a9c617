#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };
shared uint exchanged[64];

void main() {
    uint index = gl_LocalInvocationIndex;
    uint lane = index & 31;
    uint value = source[gl_GlobalInvocationID.x];
    uint distance = 1;
    for (int rounds = 5; rounds > 0; rounds--) {
        exchanged[index] = value;
        barrier();
        bool in_warp = lane >= distance;
        uint other = exchanged[in_warp ? index - distance : index];
        barrier();
        value = in_warp ? value + other : value;
        distance <<= 1;
    }
    sums[gl_GlobalInvocationID.x] = value;
}
