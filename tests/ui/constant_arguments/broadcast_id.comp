// compile: vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b; };
layout(constant_id = 0) const uint id = 1;
void main() {
    b = subgroupBroadcast(b, b); //~ error[GS0600]@30
    b = subgroupBroadcast(b, id);
    b = subgroupBroadcast(b, 200u); //~ warning[GS0602]@30
    b = subgroupQuadBroadcast(b, b); //~ error[GS0600]@34
    b = subgroupQuadBroadcast(b, 4u); //~ warning[GS0602]@34
}
