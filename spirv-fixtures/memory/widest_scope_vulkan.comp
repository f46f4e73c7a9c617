// compile: vulkan1.1
// Where qualifiers of several scopes meet, the widest counts.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(binding = 0) coherent buffer A { devicecoherent uint a0; uint a1; };
layout(binding = 1) workgroupcoherent buffer B { devicecoherent uint b0; subgroupcoherent uint b1; coherent uint b2; };
layout(binding = 2) volatile buffer C { devicecoherent uint c0; subgroupcoherent uint c1; nonprivate uint c2; };
layout(binding = 3) nonprivate buffer D { uint d0; subgroupcoherent uint d1; };
layout(binding = 4) nonprivate uniform U { uint u0; };
void main() {
    a0 = a1;
    b0 = b1;
    b1 = b2;
    c0 = c1;
    c1 = c2;
    d0 = d1;
    d1 = u0;
}
