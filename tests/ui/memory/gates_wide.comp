#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_ARB_gpu_shader_int64 : require
layout(binding = 0) buffer B { uint64_t l; float f; };
layout(binding = 1, r32f) uniform image2D image;
void main() {
    atomicAdd(l, 1ul); //~ error[GS0500]
    atomicAdd(f, 1.0, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed); //~ error[GS0500]
    atomicMin(f, 1.0); //~ error[GS0500]
    atomicLoad(f, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    imageAtomicAdd(image, ivec2(0), 1.0);
    imageAtomicExchange(image, ivec2(0), 1.0);
    int shader_call = gl_ScopeShaderCallEXT; //~ error[GS0503]@23
}
