// compile: vulkan1.1 vulkan1.2
// passes: on
// Each access to memory that other invocations may look at stays: two loads each of volatile, coherent and nonprivate
// memory, one of memory that only this invocation looks at (merging of plain loads is another pass; it has two for now).
// A volatile load stays even if nothing uses it.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(binding = 0) volatile buffer A { uint a; };
layout(binding = 1) devicecoherent buffer B { uint b; };
layout(binding = 2) nonprivate buffer C { uint c; };
layout(binding = 3) uniform D { uint d; };
layout(binding = 4) writeonly buffer Result { uint result[]; };
void main() {
    uint unused = a;
    result[0] = a + a;
    result[1] = b + b;
    result[2] = c + c;
    result[3] = d + d;
}
