// compile: vulkan1.1 vulkan1.3
// val: skip because older validators do not know MaximallyReconvergesKHR
#version 450
#extension GL_EXT_maximal_reconvergence : require
#extension GL_EXT_subgroup_uniform_control_flow : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int a; };
[[subgroup_uniform_control_flow]] void main() [[maximally_reconverges]] {
    if (a > 0) a = 0;
}
