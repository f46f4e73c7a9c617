#version 450
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };
shared uint partial[256];

void main() {
    uint index = gl_LocalInvocationIndex;
    partial[index] = source[gl_GlobalInvocationID.x];
    barrier();
    uint half_width = 128;
    for (int rounds = 8; rounds > 0; rounds--) {
        if (index < half_width) {
            partial[index] += partial[index + half_width];
        }
        barrier();
        half_width >>= 1;
    }
    if (index == 0) {
        sums[gl_WorkGroupID.x] = partial[0];
    }
}
