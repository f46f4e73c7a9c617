// compile: vulkan1.2 vulkan1.3
// Addresses become references to numbers of 8 and 16 bits, which are only loaded and stored: no arithmetic of that width is
// asked of the device.
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Words { uint16_t words[]; };
layout(buffer_reference, std430) buffer Bytes { int8_t bytes[]; };
layout(push_constant) uniform Push { uvec2 from; uvec2 to; };
void main() {
    uint index = gl_GlobalInvocationID.x;
    int byte = int(Bytes(from).bytes[index]);
    Words(to).words[index] = uint16_t(byte + 128);
}
