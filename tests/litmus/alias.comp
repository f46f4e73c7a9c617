// litmus: --alias B=A
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer A { devicecoherent uint x; };
layout(binding = 1) buffer B { devicecoherent uint y; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        atomicAdd(x, 1u);
    } else {
        atomicAdd(y, 1u);
    }
}
