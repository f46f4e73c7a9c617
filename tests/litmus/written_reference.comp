// litmus:
// A node is published by writing a reference to it.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430) buffer Node { nonprivate uint value; };
layout(binding = 0) buffer List { nonprivate Node head; uint flag; };
layout(binding = 1) buffer Results { uint got; };
layout(push_constant) uniform Push { Node node; };

void main() {
    const int buffers = gl_StorageSemanticsBuffer;
    if (gl_WorkGroupID.x == 0u) {
        node.value = 5u;
        head = node;
        atomicStore(flag, 1u, gl_ScopeDevice, buffers, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else if (atomicLoad(flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        got = head.value;
    }
}
