// compile: vulkan1.1
// Several blocks of push constants.
#version 460
#extension GL_NV_push_constant_bank : require
layout(push_constant) uniform First { vec4 a; };
layout(push_constant, bank = 2) uniform Second { vec4 b; };
layout(push_constant, bank = 2, member_offset = 64) uniform Third { vec4 c; };
layout(location = 0) out vec4 color;
void main() {
    color = a + b + c;
}
