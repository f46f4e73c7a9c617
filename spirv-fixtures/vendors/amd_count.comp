// compile: vulkan1.1
// Bits below this invocation.
#version 450
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Result { uint below; };
void main() {
    below = mbcntAMD(0xF0F0F0F0F0F0F0F0ul);
}
