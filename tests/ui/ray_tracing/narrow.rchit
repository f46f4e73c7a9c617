#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) shadercallcoherent buffer Shared { uint value; };
void main() {
    atomicAdd(value, 1u, gl_ScopeSubgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed); //~ warning[GS0751]@26
}
