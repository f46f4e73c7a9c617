#version 450
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) buffer Counts { uint counts[]; };
shared uint bins[16];

void main() {
    uint index = gl_LocalInvocationIndex;
    if (index < 16) {
        bins[index] = 0;
    }
    barrier();
    uint x = gl_GlobalInvocationID.x;
    atomicAdd(bins[(x * x) & 15], 1);
    barrier();
    if (index < 16) {
        atomicAdd(counts[index], bins[index]);
    }
}
