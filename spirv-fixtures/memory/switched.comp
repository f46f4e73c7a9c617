// compile: vulkan1.1
// One construct of the Vulkan memory model makes all of the module one of it.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma glslsub allow(GS0740)
layout(binding = 0) coherent buffer B { uint u; };
layout(binding = 1, r32ui) volatile uniform uimage2D image;
shared uint s;
void main() {
    u = 1u;
    s = imageLoad(image, ivec2(0)).x;
    memoryBarrier();
    atomicAdd(u, s);
    memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}
