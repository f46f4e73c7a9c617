// compile: vulkan1.1 vulkan1.3
// References with constant addresses in constant expressions, and which variables say that nothing else reaches what
// their references point to.
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// addresses(1): buffer(0)
// buffer(2): u32 = [0; 12]
// expect buffer(0) == [10, 2, 3, 40, 5, 6, 70, 8]
// expect buffer(2) == [12, 12, 2, 6, 7, 12, 36, 28, 3, 4, 7, 1]
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Triple { uint x, y, z; };
#define SIZE(Type) (uint64_t(Type(uint64_t(0)) + 1))
struct Holder { Triple triple; uint n; };
layout(binding = 1) readonly buffer Addresses { Triple root; };
layout(binding = 2) buffer Out { uint r[]; };
const uint64_t size = SIZE(Triple);
const int64_t distance_between = Triple(uint64_t(24)) - Triple(uint64_t(0));
const uvec2 halves = uvec2(Triple(uvec2(6, 7)));
const uint64_t moved = uint64_t(3 + Triple(uint64_t(0)));
const uint64_t chosen = uint64_t(true ? Triple(uint64_t(40))[-1] : Triple(uint64_t(0)));
shared uint sized[uint(SIZE(Triple))];
Triple variable = Triple(uint64_t(36));
restrict Triple restricted = Triple(0);
uint both(Triple a, restrict Triple b, Triple c[2], Holder d, inout Triple e, restrict inout Triple f) {
    f = b;
    e = c[1];
    c[1] = a;
    return c[1].x + b.y + d.n;
}
void main() {
    r[0] = uint(size);
    r[1] = sized.length();
    r[2] = uint(distance_between);
    r[3] = halves.x;
    r[4] = halves.y;
    uint local[uint(size)];
    r[5] = local.length();
    r[6] = uint(uint64_t(variable));
    r[7] = uint(chosen);
    r[8] = uint(moved / size);
    restrict Triple first = root;
    Triple many[2] = Triple[2](root + 1, root + 2);
    restrict Triple same[2];
    same[0] = many[0];
    Holder holder = Holder(Triple(uint64_t(8)), 4u);
    r[9] = uint(holder.n);
    r[10] = both(first, first, many, holder, variable, restricted);
    r[11] = uint(uint64_t(restricted) == uint64_t(first));
    first.x *= 10u;
    same[0].x = 40u;
    variable.x = 70u;
}
