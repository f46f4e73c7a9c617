// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { nonprivate uint parts[2]; uint done; uint sum; };

void main() {
    parts[gl_WorkGroupID.x] = gl_WorkGroupID.x + 1u;
    if (atomicAdd(done, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible) == 1u) {
        sum = parts[0] + parts[1];
    }
}
