// compile: vulkan1.1 vulkan1.3
// Reads and writes through addresses: members, elements, arithmetic, a list that links itself, structures.
// buffer(0): u32 = [0; 24]
// buffer(1): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// addresses(2): buffer(0) buffer(1)
// buffer(3): u32 = [0; 8]
// expect buffer(0) == [_, _, 5, _, 0, _, 1, 2, _, _, 15, _, 1, _, 2, 103, _, _, 20, _, 2, _, 3, 4]
// expect buffer(1) == [11, 2, 200, 4, 6, 10, 70, 8]
// expect buffer(3) == [7, 200, 4, 6, 5, 40, 105, 1]
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
struct Pair { uint left; uvec2 right; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; uint value; Pair pair; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w; };
layout(binding = 2) readonly buffer Addresses { Node root; Words words; };
layout(binding = 3) buffer Out { uint r[]; };
uint sum(Node node, uint count) {
    uint total = 0u;
    for (uint i = 0u; i < count; ++i) {
        total += node.value;
        node = node.next;
    }
    return total;
}
void main() {
    Words w = words;
    w.w = w.w + 10u;
    w[2].w = w[1].w * 100u;
    Words end = w + 7;
    Words before = end - 1;
    before.w = 70u;
    r[0] = uint(end - w);
    r[1] = (2 + w).w;
    end -= 3;
    end.w += 1u;
    r[2] = Words(uvec2(w))[3].w;
    r[3] = atomicAdd(w[5].w, 4u);

    Node second = root + 1;
    root.next = second;
    second.next = root[2];
    root[2].next = root;
    Node node = root;
    for (uint i = 0u; i < 3u; ++i) {
        node.value = i * 10u + 5u;
        node.pair = Pair(i, uvec2(i + 1u, i + 2u));
        node = node.next;
    }
    root.next.pair.right.y += 100u;
    root.next.next.value = root.value + root.next.value;
    r[4] = root.next.next.next.value;
    r[5] = sum(root, 3u);
    Pair pair = second.pair;
    r[6] = pair.right.x + pair.right.y;
    r[7] = uint(uint64_t(node) == uint64_t(root));
}
