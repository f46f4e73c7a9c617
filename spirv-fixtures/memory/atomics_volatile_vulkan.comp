// compile: vulkan1.1
// Atomics of volatile memory have volatile semantics, with and without arguments for them; only Device scope needs DeviceScope.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(binding = 0) volatile buffer B { uint u; };
layout(binding = 1) buffer C { uint plain; };
void main() {
    atomicAdd(u, 1u);
    atomicCompSwap(u, 1u, 2u);
    atomicAdd(u, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    atomicCompSwap(u, 1u, 2u, gl_ScopeQueueFamily, gl_StorageSemanticsNone, gl_SemanticsRelaxed, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    atomicOr(plain, 1u, gl_ScopeQueueFamily, gl_StorageSemanticsNone, gl_SemanticsVolatile);
    atomicAnd(plain, 1u);
}
