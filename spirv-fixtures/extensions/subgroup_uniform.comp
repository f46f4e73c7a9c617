// compile: vulkan1.1 vulkan1.3
// buffer(0): u32 = [3, 4, 0, 0, 0, 0, 0, 0]
// expect buffer(0) == [3, 4, 7, 1, 12, 2, 5, 3]
// What is marked: variables, parameters and results of functions, loads of them, the constructor, operators all of whose
// operands are marked or constants. What is not: constructors and built-in functions.
#version 460
#extension GL_EXT_subgroupuniform_qualifier : require
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer B { uint r[8]; };
struct Pair { uvec2 xy; uint z[2]; };
subgroupuniformEXT uint shared_by_all;
subgroupuniformEXT uint next(subgroupuniformEXT uint a, uint b) { return a * a + b; }
bool less(const subgroupuniformEXT uint a, subgroupuniformEXT out uint b) {
    b = a;
    return subgroupuniformEXT(a < 4u);
}
void main() {
    subgroupuniformEXT uint a = r[0];
    uint plain = r[1];
    shared_by_all = a + plain;
    r[2] = shared_by_all;
    if (subgroupuniformEXT(plain == 4u) && a == 3u)
        r[3] = 1u;
    r[4] = next(a, 3u);
    subgroupuniformEXT Pair p;
    p.xy = uvec2(a);
    p.z[1] = 2u;
    r[5] = p.z[a - 2u] + p.z[plain - 3u] - p.z[1];
    r[6] = uint(a < plain ? p.xy.x : p.z[1]) + min(a, 2u);
    uint copy;
    less(a, copy);
    r[7] = subgroupuniformEXT(copy);
}
