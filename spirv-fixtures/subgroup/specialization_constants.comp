// compile: vulkan1.1 vulkan1.2
// Specialization constants where an argument must be constant: a broadcast's lane, signed or not, and a quad's.
// spec(0): u32 = [1]
// spec(1): i32 = [2]
// buffer(0): u32 = [0; 3]
// expect buffer(0) == [1, 2, 3]
#version 460
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 4) in;
layout(constant_id = 0) const uint lane = 0;
layout(constant_id = 1) const int signed_lane = 0;
layout(binding = 0) buffer Out { uint r[]; };
void main() {
    uint a = subgroupBroadcast(gl_SubgroupInvocationID, lane);
    uint b = subgroupBroadcast(gl_SubgroupInvocationID, signed_lane);
    uint c = subgroupQuadBroadcast(gl_SubgroupInvocationID, lane + 2u);
    if (gl_LocalInvocationIndex == 0u) {
        r[0] = a;
        r[1] = b;
        r[2] = c;
    }
}
