// compile: vulkan1.1
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_image_int64 : require
layout(binding = 0) buffer B { uint64_t u; int64_t i; float f; double d; float16_t h; };
layout(binding = 1, r64ui) uniform u64image2D image;
layout(binding = 2, r32f) uniform image2D floats;
void main() {
    u = atomicAdd(u, 1ul, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease) + atomicMax(u, 7ul);
    atomicStore(i, atomicLoad(i, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed), gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    f = atomicAdd(f, 1.0) + atomicMin(f, 2.0, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    d = atomicExchange(d, 1.0lf);
    h = atomicMax(h, float16_t(2)) + atomicAdd(h, float16_t(1));
    imageAtomicXor(image, ivec2(0), 1ul, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire);
    imageAtomicAdd(floats, ivec2(0), 1.0);
    imageStore(image, ivec2(0), imageLoad(image, ivec2(1)));
}
