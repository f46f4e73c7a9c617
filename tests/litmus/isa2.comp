// litmus: --workgroups 3
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { nonprivate uint data; uint first; uint second; uint value; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        data = 1u;
        atomicStore(first, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else if (gl_WorkGroupID.x == 1u) {
        if (atomicLoad(first, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
            atomicStore(second, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        }
    } else {
        if (atomicLoad(second, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
            value = data;
        }
    }
}
