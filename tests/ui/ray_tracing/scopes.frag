#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) shadercallcoherent buffer Shared { uint value; }; //~ error[GS0503]@21
void main() {
    atomicAdd(value, 1u, gl_ScopeShaderCallEXT, gl_StorageSemanticsNone, gl_SemanticsRelaxed); //~ error[GS0503]@26
}
