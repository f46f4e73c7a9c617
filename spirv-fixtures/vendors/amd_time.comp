// compile: vulkan1.0 vulkan1.1
// The clock, and how many invocations run together.
#version 450
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require
layout(binding = 0) buffer Result { uint64_t time; int size; };
void main() {
    time = timeAMD();
    size = gl_SIMDGroupSizeAMD;
}
