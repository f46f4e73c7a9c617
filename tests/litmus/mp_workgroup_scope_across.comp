// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { nonprivate uint data; uint flag; };
layout(binding = 1) buffer Results { uint seen; uint value; };

void main() {
    if (gl_GlobalInvocationID.x == 0u) {
        data = 1u;
        atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        seen = atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        if (seen == 1u) {
            value = data;
        }
    }
}
