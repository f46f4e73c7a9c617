// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) nonprivate uniform uimage1D texels;
layout(binding = 1) buffer Data { uint flag; uint value; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        imageStore(texels, 3, uvec4(9u));
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        value = imageLoad(texels, 3).x;
    }
}
