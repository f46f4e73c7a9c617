// compile: vulkan1.1
// dispatch: 1 1 1
// buffer(0): u32 = [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7, 9, 0]
// buffer(1): u32 = [0; 10]
// expect buffer(0) == [15, 3, 9, 0x0f, 0xff, 0x33, 42, 8, 9, 77]
// expect buffer(1) == [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7, 9, 0]
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer B { uint m[10]; };
layout(binding = 1) buffer R { uint r[10]; };
const int storage = gl_StorageSemanticsBuffer;
void main() {
    r[0] = atomicAdd(m[0], 10u, gl_ScopeDevice, storage, gl_SemanticsAcquireRelease);
    r[1] = atomicMin(m[1], 3u, gl_ScopeWorkgroup, storage, gl_SemanticsAcquire);
    r[2] = atomicMax(m[2], 9u, gl_ScopeSubgroup, storage, gl_SemanticsRelease);
    r[3] = atomicAnd(m[3], 0x0fu, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    r[4] = atomicOr(m[4], 0xf0u, gl_ScopeInvocation, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    r[5] = atomicXor(m[5], 0x0fu, gl_ScopeDevice, storage | gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    r[6] = atomicExchange(m[6], 42u, gl_ScopeDevice, storage, gl_SemanticsAcquireRelease);
    r[7] = atomicCompSwap(m[7], 7u, 8u, gl_ScopeDevice, storage, gl_SemanticsAcquireRelease, storage, gl_SemanticsAcquire);
    r[8] = atomicLoad(m[8], gl_ScopeDevice, storage, gl_SemanticsAcquire);
    atomicStore(m[9], 77u, gl_ScopeDevice, storage, gl_SemanticsRelease);
}
