// compile: vulkan1.1 vulkan1.3
// References: members, lists through themselves, casts, arithmetic, parameters, alignment, atomics, instances.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
struct Pair { uint left; vec3 right; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; int value; mat3 m; Pair pairs[3]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w; };
layout(buffer_reference, scalar, buffer_reference_align = 4) restrict readonly buffer Tail { vec3 v; uint count; uint items[]; };
layout(buffer_reference, std430) buffer Both { uint b[4]; };
layout(buffer_reference, std430, binding = 3) coherent buffer Named { uint n; } named;
layout(push_constant) uniform Push { Node root; Words words; uvec2 address; uint64_t wide; Tail tail; } push;
layout(binding = 1) buffer Out { uint r[]; };
shared Words kept;
uint read(Words w, uint i) { return w[i].w; }
Words pick(bool first, Words a, Words b) { return first ? a : b; }
void advance(inout Words w) { w += 1; }
void main() {
    Node node = push.root.next.next;
    node.value = push.root.value + 1;
    node.m[1] = push.root.m[0];
    node.m[2].y = 3.0;
    node.next = node;
    Pair p = node.pairs[r[0]];
    node.pairs[1] = p;
    node.pairs[2].right.z = p.right.x;
    Words w = push.words;
    r[0] = read(w, 3) + (w + 2).w + (1 + w).w + (w - 1).w;
    advance(w);
    w -= 2;
    w[r[1]].w = 5u;
    kept = pick(r[0] > 3, w, Words(push.address));
    r[1] = uint(kept - w);
    r[2] = uvec2(w).x;
    if (uint64_t(w) == 0ul) r[3] = Words(push.wide).w;
    r[4] = push.tail.items[r[2]] + uint(push.tail.v.y);
    r[5] = atomicAdd(w.w, 2u) + atomicAdd(Both(w).b[2], 1u);
    Words many[2] = Words[](w, kept);
    r[6] = many[r[0]].w;
    named.n = 1u;
    r[7] = uint(uint64_t(Node(uint64_t(0)) + 1));
}
