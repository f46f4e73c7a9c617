#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) devicecoherent workgroupcoherent buffer A { uint a; }; //~ error[GS0716]@36
layout(binding = 1) buffer B { coherent queuefamilycoherent uint b; coherent coherent uint b2; }; //~ error[GS0716] //~ error[GS0211]
layout(binding = 2) coherent uniform C { uint c; }; //~ error[GS0717]@21
layout(binding = 3) nonprivate uniform D { nonprivate uint d; restrict uint d2; devicecoherent uint d3; }; //~ warning[GS0754] //~ error[GS0717]
layout(push_constant) volatile uniform E { uint e; }; //~ error[GS0717]@23
layout(binding = 4) nonprivate devicecoherent uniform sampler2D f; //~ error[GS0717]@32
layout(binding = 5) readonly uniform texture2D g; //~ warning[GS0754]@21
workgroupcoherent shared uint h; //~ error[GS0718]@1
nonprivate shared uint h2; //~ error[GS0718]
devicecoherent uint i; //~ error[GS0719]@1
struct J { coherent uint j; }; //~ error[GS0719]
void k(volatile uint k) {} //~ error[GS0719]@8
void l(coherent inout uint l) {} //~ error[GS0719]
void m(nonprivate sampler2D m) {}
void n(coherent sampler2D n) {} //~ error[GS0717]
void main() {
    subgroupcoherent uint o = 1u; //~ error[GS0719]@5
}
