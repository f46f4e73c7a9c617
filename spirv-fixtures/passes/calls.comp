// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [5, 6, 7, 8, 0, 0, 0, 0]
// buffer(1): u32 = [0; 24]
// expect buffer(0) == [105, 106, 107, 108, 8, 0, 0, 0]
// expect buffer(1) == [5, 6, 7, 8, 105, 106, 107, 108, 8, 8, 8, 8, 25, 36, 49, 64, 0, 2, 0, 2, 4, 4, 4, 4]
// Equal calls are one call only if nothing between them writes what they read; calls with effects of their own all happen, however
// they are inlined; invocations that leave a function early are back behind its call.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Result { uint result[]; };

uint lane() { return gl_LocalInvocationIndex; }

// Reads, and too long to be inlined twice.
uint found(uint at) {
    uint sum = 0u;
    for (uint i = 0u; i < 8u; ++i) {
        if (i == at) {
            sum += data[i];
        }
    }
    sum ^= sum & 0u;
    sum |= sum & 0u;
    sum += 0u;
    return sum;
}

void write(uint at, uint by) { data[at] += by; }

// Counts calls.
uint count() {
    atomicAdd(data[4], 1u);
    return 1u;
}

uint square(uint x) {
    if (x == 0u) {
        return 0u;
    }
    if (x == 1u) {
        return 1u;
    }
    return x * x;
}

// Of four invocations, two stay for the sum.
uint staying(bool leaves) {
    if (leaves) {
        return 0u;
    }
    return subgroupAdd(1u);
}

void main() {
    uint before = found(lane());
    write(lane(), 100u);
    uint after = found(lane());
    result[lane()] = before;
    result[4u + lane()] = after;
    uint unused = count();
    unused = count();
    memoryBarrierBuffer();
    barrier();
    result[8u + lane()] = atomicAdd(data[4], 0u);
    result[12u + lane()] = square(before);
    result[16u + lane()] = staying((lane() & 1u) == 0u);
    result[20u + lane()] = subgroupAdd(1u);
}
