#version 450
// emit: naga
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Bytes {
    uint count;
    uint8_t bytes[]; //~ error[GS1200]
};
void main() { bytes[gl_GlobalInvocationID.x] = uint8_t(count); }
