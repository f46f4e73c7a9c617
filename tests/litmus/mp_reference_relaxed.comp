// litmus: --workgroups 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430) buffer Message { nonprivate uint data; uint flag; };
layout(push_constant) uniform Push { Message message; } push;
layout(binding = 0) buffer Results { uint seen; uint value; };

void main() {
    Message message = push.message;
    if (gl_WorkGroupID.x == 0u) {
        message.data = 1u;
        atomicStore(message.flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        seen = atomicLoad(message.flag, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        if (seen == 1u) {
            value = message.data;
        }
    }
}
