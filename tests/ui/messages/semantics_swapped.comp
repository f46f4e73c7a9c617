// Storage and semantics are swapped.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    memoryBarrier(gl_ScopeDevice, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer); //~ error[GS0703]
}
