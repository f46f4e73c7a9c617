#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) shadercallcoherent buffer Shared { uint value; };
void main() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); //~ error[GS0731]@20
    controlBarrier(gl_ScopeShaderCallEXT, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); //~ error[GS0721]@20
    atomicAdd(value, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed); //~ error[GS0731]@26
}
