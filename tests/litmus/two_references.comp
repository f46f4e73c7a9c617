// litmus: --workgroups 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430) buffer Numbers { uint at[2]; };
layout(binding = 1) readonly buffer Table { Numbers first; Numbers second; };

// Two references point to two memories.
void main() {
    if (gl_WorkGroupID.x == 0u) {
        first.at[1] = 1u;
    } else {
        second.at[1] = 2u;
    }
}
