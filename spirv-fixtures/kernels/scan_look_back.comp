// compile: vulkan1.2
// val: scalar
// define: VULKAN_MEMORY_MODEL
// A running sum over all workgroups in one dispatch. Each takes a number, publishes the sum of its part, looks back at
// the parts before it until one has its running sum, and publishes its own. What is published is guarded by a flag:
// released by its writer, acquired by its readers.
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
struct State { uint flag; uint sum; uint running; };
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

void publish(const uint which, const uint flag) {
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
        states[own].sum = scanned[lane];
        publish(own, HAS_SUM);
        const uint before = look_back(own);
        states[own].running = before + scanned[lane];
        publish(own, HAS_RUNNING);
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
