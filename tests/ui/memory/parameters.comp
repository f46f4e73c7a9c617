#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0, r32ui) uniform coherent uimage2D c;
layout(binding = 1, r32ui) uniform devicecoherent uimage2D d;
layout(binding = 2, r32ui) uniform queuefamilycoherent uimage2D q;
layout(binding = 3, r32ui) uniform workgroupcoherent uimage2D w;
layout(binding = 4, r32ui) uniform subgroupcoherent uimage2D s;
layout(binding = 5, r32ui) uniform nonprivate uimage2D n;
layout(binding = 6, r32ui) uniform volatile uimage2D v;
layout(binding = 7, r32ui) uniform readonly uimage2D r;
layout(binding = 8, r32ui) uniform restrict uimage2D t;
layout(binding = 9, r32ui) uniform writeonly uimage2D o;
layout(binding = 10) nonprivate uniform sampler2D x;
void plain(layout(r32ui) uimage2D i) {}
void family(layout(r32ui) coherent uimage2D i) {}
void device(layout(r32ui) devicecoherent uimage2D i) {}
void group(layout(r32ui) workgroupcoherent uimage2D i) {}
void lanes(layout(r32ui) subgroupcoherent uimage2D i) {}
void ordered(layout(r32ui) nonprivate uimage2D i) {}
void often(layout(r32ui) volatile uimage2D i) {}
void sampled(sampler2D i) {}
void main() {
    plain(c); //~ error[GS0325]@11
    plain(d); //~ error[GS0325]
    plain(q); //~ error[GS0325]
    plain(w); //~ error[GS0325]
    plain(s); //~ error[GS0325]
    plain(n); //~ error[GS0325]
    plain(v); //~ error[GS0325]
    plain(r); //~ error[GS0325]
    plain(o); //~ error[GS0325]
    plain(t);
    family(c); family(q); family(w); family(s); family(n); family(t);
    family(d); //~ error[GS0325]
    family(v); //~ error[GS0325]
    device(c); device(d); device(q); device(w); device(s); device(n);
    group(w); group(s); group(n);
    group(c); //~ error[GS0325]
    group(d); //~ error[GS0325]
    group(q); //~ error[GS0325]
    lanes(s); lanes(n);
    lanes(w); //~ error[GS0325]
    ordered(n);
    ordered(s); //~ error[GS0325]
    often(v); often(n);
    often(c); //~ error[GS0325]
    sampled(x); //~ error[GS0325]
}
