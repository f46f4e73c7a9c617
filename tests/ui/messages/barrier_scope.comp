// Devices cannot wait for all their invocations.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    controlBarrier(gl_ScopeDevice, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); //~ error[GS0721]
}
