// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { nonprivate uint x; uint r; };

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        x = 1u;
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 1u) {
        r = x;
    }
}
