// compile: vulkan1.2
// What a shared block and its members cannot be.
#version 430
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 1) in;
shared A { shared int own; buffer int other; } a; //~ error[GS0210]@28
layout(push_constant) shared B { int b; }; //~ error[GS0210]@8
shared C { int several; } c[2]; //~ error[GS0210]
shared D { coherent int memory; int plain; } d; //~ error[GS0718]@12
void main() {}
