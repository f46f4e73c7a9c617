// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [5, 6, 7, 8, 0, 0, 0, 0]
// buffer(1): u32 = [0; 16]
// expect buffer(0) == [5, 6, 7, 8, 4, 0, 0, 0]
// expect buffer(1) == [1, 1, 1, 1, 4, 3, 2, 1, 9, 9, 9, 9, 4, 4, 4, 4]
// Equal loads with a store, a barrier or an atomic between them are not the same load.
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Result { uint result[]; };
shared uint neighbour[4];
void main() {
    uint lane = gl_LocalInvocationIndex;
    // A barrier.
    neighbour[lane] = 1u;
    barrier();
    uint before = neighbour[3u - lane];
    barrier();
    neighbour[lane] = lane + 1u;
    barrier();
    uint after = neighbour[3u - lane];
    result[lane] = before;
    result[4u + lane] = after;
    // A store through another path to the same memory.
    uint first = result[8u + lane];
    uint other = 8u + min(lane, 3u);
    result[other] = 9u;
    uint second = result[8u + lane];
    result[8u + lane] = first + second;
    // Atomics of all invocations.
    uint zero = data[4];
    barrier();
    atomicAdd(data[4], 1u);
    memoryBarrierBuffer();
    barrier();
    result[12u + lane] = zero + atomicAdd(data[4], 0u);
}
