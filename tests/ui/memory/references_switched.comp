#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) buffer R { coherent uint a; uint b; };
layout(binding = 0) buffer B { R r; };
void main() {
    coherent R mine = r;
    mine.a = 1u;
    mine.b = 1u; //~ warning[GS0740]
}
