#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_split_barrier : require
#pragma use_vulkan_memory_model
layout(constant_id = 1) const int special = 1;
layout(binding = 0) buffer B { uint u; };
layout(binding = 1, r32ui) uniform uimage2D image;
layout(binding = 2, rgba16f) uniform image2D color;
shared uint s;
const int none = gl_StorageSemanticsNone, stored = gl_StorageSemanticsBuffer, relaxed = gl_SemanticsRelaxed;
const int acquire = gl_SemanticsAcquire, release = gl_SemanticsRelease, both = gl_SemanticsAcquireRelease;
void main() {
    int dynamic = int(u);
    atomicAdd(u, 1u, gl_ScopeDevice, stored, dynamic); //~ error[GS0700]
    atomicAdd(u, 1u, special, dynamic, special | 2); //~ error[GS0700] //~ error[GS0700] //~ error[GS0700]
    controlBarrier(dynamic, gl_ScopeWorkgroup, none, relaxed); //~ error[GS0700]@20
    memoryBarrier(7, stored, both); //~ error[GS0701]@19
    memoryBarrier(gl_ScopeDevice, both, stored); //~ error[GS0703]@35
    memoryBarrier(gl_ScopeDevice, both, both); //~ error[GS0703]@35
    memoryBarrier(gl_ScopeDevice, stored, stored | both); //~ error[GS0702]@43
    memoryBarrier(gl_ScopeDevice, stored, 16); //~ error[GS0702]@43
    atomicStore(u, 1u, gl_ScopeDevice, stored, acquire); //~ error[GS0704]@48
    atomicLoad(u, gl_ScopeDevice, stored, release); //~ error[GS0705]@43
    imageAtomicLoad(image, ivec2(0), gl_ScopeDevice, stored, both); //~ error[GS0706]
    atomicOr(u, 1u, gl_ScopeDevice, stored, acquire | both); //~ error[GS0707]@45
    memoryBarrier(gl_ScopeDevice, stored, relaxed); //~ error[GS0708]@43
    memoryBarrier(gl_ScopeDevice, none, acquire); //~ error[GS0709]@35
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, none, both); //~ error[GS0710]
    atomicCompSwap(u, 1u, 2u, gl_ScopeDevice, stored, both, stored, release); //~ error[GS0711]
    atomicAdd(u, 1u, gl_ScopeDevice, stored, acquire | gl_SemanticsMakeAvailable); //~ error[GS0712]
    atomicAdd(u, 1u, gl_ScopeDevice, stored, release | gl_SemanticsMakeVisible); //~ error[GS0713]
    memoryBarrier(gl_ScopeDevice, stored, both | gl_SemanticsVolatile); //~ error[GS0714]
    atomicCompSwap(u, 1u, 2u, gl_ScopeDevice, none, relaxed, none, gl_SemanticsVolatile); //~ error[GS0715]
    controlBarrier(gl_ScopeQueueFamily, gl_ScopeDevice, stored, both); //~ error[GS0721]@20
    controlBarrier(gl_ScopeInvocation, gl_ScopeDevice, stored, both); //~ error[GS0721]@20
    memoryBarrier(gl_ScopeInvocation, stored, both); //~ error[GS0722]@19
    atomicXor(s, 1u, gl_ScopeWorkgroup, none, both); //~ error[GS0723]@41
    atomicXor(s, 1u, gl_ScopeWorkgroup, stored, relaxed); //~ error[GS0724]@41
    atomicCompSwap(u, 1u, 2u, gl_ScopeDevice, stored, release, stored, acquire); //~ error[GS0725]
    atomicCompSwap(u, 1u, 2u, gl_ScopeDevice, stored, both, stored | 256, acquire); //~ error[GS0726]
    atomicCompSwap(u, 1u, 2u, gl_ScopeDevice, stored, both, stored, acquire | 0x4000); //~ error[GS0727]
    imageAtomicExchange(color, ivec2(0), 1.0); //~ error[GS0728]@25
    controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeWorkgroup, stored, acquire); //~ error[GS0729]
    controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeWorkgroup, stored, release); //~ error[GS0730]
    controlBarrierWait(gl_ScopeDevice, gl_ScopeWorkgroup, stored, acquire); //~ error[GS0721]
}
