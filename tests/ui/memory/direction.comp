#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) readonly buffer R { uint r; };
layout(binding = 1) writeonly buffer W { uint w; };
layout(binding = 2, r32ui) readonly uniform uimage2D ri;
layout(binding = 3, r32ui) writeonly uniform uimage2D wi;
const int none = gl_StorageSemanticsNone, relaxed = gl_SemanticsRelaxed;
void main() {
    uint seen = atomicLoad(r, gl_ScopeDevice, none, relaxed);
    atomicStore(w, 1u, gl_ScopeDevice, none, relaxed);
    seen += imageAtomicLoad(ri, ivec2(0), gl_ScopeDevice, none, relaxed);
    imageAtomicStore(wi, ivec2(0), 1u, gl_ScopeDevice, none, relaxed);
    ivec2 size = imageSize(ri) + imageSize(wi);
    atomicLoad(w, gl_ScopeDevice, none, relaxed); //~ error[GS0720]@16
    atomicStore(r, 1u, gl_ScopeDevice, none, relaxed); //~ error[GS0720]
    atomicAdd(r, 1u); //~ error[GS0720]
    atomicAdd(w, 1u); //~ note[GS0753]@15
    imageAtomicAdd(ri, ivec2(0), 1u); //~ error[GS0720]
    imageAtomicAdd(wi, ivec2(0), 1u); //~ error[GS0720]
    imageLoad(wi, ivec2(0)); //~ error[GS0720]
    imageStore(ri, ivec2(0), uvec4(0)); //~ error[GS0720]
    uint local = 0u;
    atomicAdd(local, 1u); //~ error[GS0323]
    atomicLoad(local, gl_ScopeDevice, none, relaxed); //~ error[GS0323]
    atomicAdd(seen + 1u, 1u); //~ error[GS0323]
}
