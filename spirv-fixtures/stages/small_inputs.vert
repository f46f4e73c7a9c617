// compile: vulkan1.1
// 8-bit inputs and outputs that nobody computes with.
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(location = 0) in u8vec2 place;
layout(location = 0) out u8vec2 result;
void main() {
    result = place;
}
