// compile: vulkan1.1 vulkan1.3
#version 450
#extension GL_ARM_shader_core_builtins : require
layout(local_size_x = 64) in;

layout(binding = 0) buffer Result { uint result[]; };

void main() {
    uint slot = gl_CoreIDARM * (gl_WarpMaxIDARM + 1u) + gl_WarpIDARM;
    result[slot] = gl_CoreCountARM * 1000u + gl_CoreMaxIDARM;
}
