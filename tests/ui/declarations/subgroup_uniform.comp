#version 460
#extension GL_EXT_subgroupuniform_qualifier : require
layout(local_size_x = 1) in;
subgroupuniformEXT shared int a; //~ error[GS0210]@1
struct S { subgroupuniformEXT int b; }; //~ error[GS0210]@12
void main() {
    int c = subgroupuniformEXT(1, 2); //~ error[GS0301]@13
}
