// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint lock; nonprivate uint count; };

void main() {
    bool done = false;
    while (!done) {
        if (atomicExchange(lock, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 0u) {
            count += 1u;
            atomicStore(lock, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
            done = true;
        }
    }
}
