// compile: vulkan1.1 vulkan1.3
// The built-in variables: every lane counts itself; the masks agree with the lane's number.
// dispatch: 2
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [128, 128, 128, 2]
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint lanes; uint ids; uint masks; uint groups; };
uint bits(uvec4 v) { return uint(bitCount(v.x) + bitCount(v.y) + bitCount(v.z) + bitCount(v.w)); }
void main() {
    if (gl_SubgroupInvocationID < gl_SubgroupSize) atomicAdd(lanes, 1u);
    if (gl_SubgroupID < gl_NumSubgroups) atomicAdd(ids, 1u);
    uint lane = gl_SubgroupInvocationID;
    bool good = bits(gl_SubgroupEqMask) == 1u && gl_SubgroupEqMask[lane / 32u] == 1u << (lane % 32u)
        && bits(gl_SubgroupLtMask) == lane && bits(gl_SubgroupLeMask) == lane + 1u
        && bits(gl_SubgroupGeMask) == gl_SubgroupSize - lane && bits(gl_SubgroupGtMask) == gl_SubgroupSize - lane - 1u
        && (gl_SubgroupGeMask | gl_SubgroupLtMask) == (gl_SubgroupGtMask | gl_SubgroupLeMask);
    if (good) atomicAdd(masks, 1u);
    if (subgroupElect() && gl_SubgroupID == 0u) atomicAdd(groups, 1u);
}
