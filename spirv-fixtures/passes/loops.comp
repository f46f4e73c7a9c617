// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [3, 1, 4, 2, 0, 0, 0, 0]
// buffer(1): u32 = [0; 32]
// expect buffer(0) == [3, 1, 4, 2, 4, 0, 0, 0]
// expect buffer(1) == [9, 4, 10, 7, 0, 1, 2, 3, 10, 10, 10, 10, 30, 31, 32, 33, 10, 10, 10, 10, 7, 7, 7, 7, 16, 8, 20, 12, 0, 0, 0, 0]
// What looks the same in every iteration and is not: subgroup operations, which fewer invocations run each time; memory that another
// invocation writes; atomics; what is undefined where the loop does not get to it.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Result { uint result[]; };
shared uint turn[4];
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint rounds = data[lane];
    // 4, 3, 2 and 1 invocations.
    uint one = 1u, sum = 0u;
    for (uint i = 0u; i < rounds; ++i) {
        sum += subgroupAdd(one);
    }
    result[lane] = sum;
    // A shared number that changes behind each barrier.
    turn[lane] = lane;
    barrier();
    uint last = 0u, seen = 0u;
    for (uint i = 0u; i < 4u; ++i) {
        last = turn[lane];
        seen += turn[3];
        barrier();
        turn[3] = i;
        barrier();
    }
    result[4u + lane] = lane == 3u ? 3u : last;
    result[8u + lane] = seen + 4u;
    // A store to another element, and one to the same.
    uint kept = 0u;
    for (uint i = 0u; i < 3u; ++i) {
        kept += result[12u + lane];
        result[12u + lane] = 10u * i + 10u + lane;
    }
    result[16u + lane] = kept >= 30u + 2u * lane ? 10u : 0u;
    // Only one iteration in which the divisor is not zero.
    uint quotients = 0u, divisor = lane & 0u;
    for (uint i = 0u; i < 3u; ++i) {
        if (divisor != 0u) {
            quotients += 100u / divisor;
        }
    }
    result[20u + lane] = quotients + 7u;
    // What is pure moves: (rounds + 1) * 2 in each of two iterations.
    uint pure = 0u;
    for (uint i = 0u; i < 2u; ++i) {
        pure += (rounds + 1u) * 2u;
    }
    result[24u + lane] = pure;
    // An atomic runs as often as the loop.
    if (lane == 0u) {
        for (uint i = 0u; i < 4u; ++i) {
            atomicAdd(data[4], 1u);
        }
    }
}
