// compile: vulkan1.1 vulkan1.3
// Small types that can only be stored, behind references: constants are converted when the shader runs, and the push
// constants, which have nothing small in them, need no capability.
#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
struct Pair { uint16_t low, high; };
layout(buffer_reference) buffer Bytes { uint8_t first; Pair pairs[2]; float16_t halves[]; };
layout(push_constant) uniform Push { Bytes bytes; };
void main() {
    bytes.first = uint8_t(200);
    bytes.pairs[1].low = uint16_t(-1);
    bytes.halves[2] = float16_t(0.5);
    bytes.halves[3] = bytes.halves[2];
}
