// compile: vulkan1.1 vulkan1.2
// Every kind of access of a coherent place in the Vulkan memory model has its operands.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
struct Inner { vec4 v; uint u; };
layout(binding = 0) devicecoherent buffer B {
    uint u;
    float f;
    uvec4 v;
    mat2 m;
    bool b;
    Inner inner;
    Inner copies[2];
    uint rest[];
} block;
layout(binding = 1) buffer C { workgroupcoherent Inner member; subgroupcoherent uint narrow; } other;
shared uvec4 local[4];
void produce(out uint x, inout uint y) { x = y; y++; }
void main() {
    block.u++;
    --block.u;
    block.v++;
    block.u += 2u;
    block.v.zx = block.v.xy;
    block.v[block.u] = 3u;
    block.m[1] = block.m[0];
    block.b = !block.b;
    block.inner = other.member;
    block.copies[0] = block.copies[1];
    block.rest[2] = uint(block.rest.length());
    produce(block.u, block.v.y);
    block.f = modf(block.f, block.inner.v.x);
    block.u = uaddCarry(block.u, 1u, block.v.w);
    umulExtended(block.u, 5u, block.v.x, block.rest[0]);
    int exponent;
    block.f = frexp(block.f, exponent);
    local[1] = block.v;
    local[0].yz = local[1].xy;
    local[2].x++;
    other.narrow += local[0].y;
}
