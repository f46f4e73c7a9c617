// compile: vulkan1.1 vulkan1.3
// `{}` on variables of every kind. What is shared starts as zero, too, but not every device runs that: it is not read.
// buffer(0): u32 = [9, 9, 9, 9, 9]
// expect buffer(0) == [0, 0, 0, 3, 0]
#version 450
#extension GL_EXT_null_initializer : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint r[]; };
struct S { int a; vec3 b[2]; mat2 c; bool d; };
shared S kept = {};
shared uvec4 four = {};
S global = {};
void main() {
    S local = {};
    S two[2] = { { 3, vec3[](vec3(0.0), vec3(0.0)), mat2(1.0), true }, {} };
    uvec4 v = {};
    kept.a = 1;
    four.x = 1u;
    r[0] = uint(local.a) + uint(local.b[1].z);
    r[1] = uint(global.c[1].y);
    r[2] = v.w + uint(two[1].a);
    r[3] = uint(two[0].a);
    r[4] = uint(local.d);
}
