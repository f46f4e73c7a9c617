#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) buffer R { uint a; };
layout(binding = 0) buffer B { R r; };
void plain(R q) { q.a = 1u; }
void family(coherent R q) { q.a = 2u; }
void main() {
    coherent R mine = r;
    volatile R often = r;
    plain(r);
    plain(mine); //~ error[GS0325]@11
    plain(often); //~ error[GS0325]@11
    family(mine);
}
