// compile: vulkan1.2 vulkan1.3
// Blocks of shared memory with layouts, on top of each other; small types without arithmetic.
#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint r[]; };
shared Words { uint words[8]; };
layout(std140) shared Mixed { bool flag; mat3 m; uint8_t small[4]; float16_t half_; } mixed;
void main() {
    words[0] = 0x01020304u;
    barrier();
    mixed.flag = words[1] == 0u;
    mixed.m[1] = vec3(1.0);
    mixed.small[2] = uint8_t(7u);
    r[0] = uint(mixed.small[0]) + uint(mixed.flag);
    r[1] = uint(float(mixed.half_)) + atomicAdd(words[2], 1u);
}
