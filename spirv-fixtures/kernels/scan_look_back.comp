// compile: vulkan1.2
// val: scalar
// define: VULKAN_MEMORY_MODEL
// A running sum over all workgroups in one dispatch. Each takes a number, publishes the sum of its part, looks back at
// the parts before it until one has its running sum, and publishes its own. What is published is guarded by a flag:
// released by its writer, acquired by its readers. With PACKED, flag and sum share a word, and no order is needed.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#ifdef VULKAN_MEMORY_MODEL
#pragma use_vulkan_memory_model
#endif
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint PER_LANE = 4u;
const uint PART = WORKGROUP * PER_LANE;
layout(push_constant) uniform Parameters { uint count; } p;
layout(binding = 0) readonly buffer Source { uint source[]; };
layout(binding = 1) buffer Result { uint result[]; };
#ifdef PACKED
#define State uint
#else
struct State { uint flag; uint sum; uint running; };
#endif
#ifdef VULKAN_MEMORY_MODEL
layout(binding = 2) nonprivate buffer States {
#else
layout(binding = 2) coherent buffer States {
#endif
    uint next;
    uint pad[3];
    State states[];
};
const uint EMPTY = 0u, HAS_SUM = 1u, HAS_RUNNING = 2u;

shared uint part;
shared uint carried;
shared uint scanned[WORKGROUP];

#ifdef VULKAN_MEMORY_MODEL
const int RELEASE = gl_SemanticsRelease | gl_SemanticsMakeAvailable;
const int ACQUIRE = gl_SemanticsAcquire | gl_SemanticsMakeVisible;
#else
const int RELEASE = gl_SemanticsRelease;
const int ACQUIRE = gl_SemanticsAcquire;
#endif

#ifdef PACKED
void publish(const uint which, const uint flag, const uint value) {
    atomicStore(states[which], value << 2 | flag, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

uint look_back(const uint which) {
    uint sum = 0u;
    for (int before = int(which) - 1; before >= 0;) {
        const uint state = atomicLoad(states[before], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        const uint flag = state & 3u;
        if (flag == EMPTY) continue;
        sum += state >> 2;
        if (flag == HAS_RUNNING) break;
        --before;
    }
    return sum;
}
#else
void publish(const uint which, const uint flag, const uint value) {
    if (flag == HAS_SUM) {
        states[which].sum = value;
    } else {
        states[which].running = value;
    }
    atomicStore(states[which].flag, flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, RELEASE);
}

uint look_back(const uint which) {
    uint sum = 0u;
    for (int before = int(which) - 1; before >= 0;) {
        const uint flag = atomicLoad(states[before].flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, ACQUIRE);
        switch (flag) {
        case EMPTY:
            continue;
        case HAS_SUM:
            sum += states[before].sum;
            --before;
            break;
        default:
            return sum + states[before].running;
        }
    }
    return sum;
}
#endif

void main() {
    const uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        part = atomicAdd(next, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    const uint own = part;
    uint values[PER_LANE];
    uint sum = 0u;
    [[unroll]] for (uint i = 0u; i < PER_LANE; ++i) {
        const uint at = own * PART + lane * PER_LANE + i;
        sum += at < p.count ? source[at] : 0u;
        values[i] = sum;
    }
    scanned[lane] = sum;
    for (uint distance = 1u; distance < WORKGROUP; distance <<= 1) {
        memoryBarrierShared();
        barrier();
        const uint before = lane >= distance ? scanned[lane - distance] : 0u;
        barrier();
        scanned[lane] += before;
    }
    memoryBarrierShared();
    barrier();
    if (lane == WORKGROUP - 1u) {
        publish(own, HAS_SUM, scanned[lane]);
        const uint before = look_back(own);
        publish(own, HAS_RUNNING, before + scanned[lane]);
        carried = before;
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    const uint start = carried + scanned[lane] - sum;
    for (uint i = 0u; i < PER_LANE; ++i) {
        const uint at = own * PART + lane * PER_LANE + i;
        if (at < p.count) {
            result[at] = start + values[i];
        }
    }
}
