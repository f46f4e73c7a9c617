#version 450
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_rotate : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b; };
layout(constant_id = 0) const uint good = 4;
layout(constant_id = 1) const uint bad = 3;
void main() {
    uint n = b;
    b = subgroupClusteredAdd(b, 3u); //~ error[GS0601]@33
    b = subgroupClusteredAdd(b, 0u); //~ error[GS0601]@33
    b = subgroupClusteredAdd(b, n); //~ error[GS0600]@33
    b = subgroupClusteredAdd(b, 0x80000000u); //~ warning[GS0602]@33
    b = subgroupClusteredAdd(b, 256u); //~ warning[GS0602]@33
    b = subgroupClusteredAdd(b, good);
    b = subgroupClusteredAdd(b, bad); //~ warning[GS0601]@33
    b = subgroupClusteredRotate(b, 1u, 3u); //~ error[GS0601]@40
    b = subgroupClusteredRotate(b, 1u, n); //~ error[GS0600]@40
    b = subgroupClusteredAdd(b, 4u);
}
