#version 450
// Memory that atomics access has atomic types; the exchange is repeated, as it is weak in WGSL.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Counters { uint total; int lowest; uint slots[]; };
shared uint tile;
void main() {
    if (gl_LocalInvocationIndex == 0u) tile = 0u;
    barrier();
    atomicAdd(tile, 1u);
    barrier();
    atomicMin(lowest, int(tile));
    if (atomicCompSwap(slots[gl_WorkGroupID.x], 0u, tile) == 0u) atomicAdd(total, slots[0]);
}
