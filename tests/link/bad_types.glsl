// Inputs that read numbers as a different type.
//// a.vert
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(location = 0) flat out ivec2 pair;
layout(location = 1) out vec4 color;
layout(location = 2) flat out uint id;
layout(location = 3) flat out double big;
layout(location = 4) out f16vec2 half_pair;
layout(location = 5) out Block { vec4 a; flat int b; } block;
void main() {
    pair = ivec2(0); color = vec4(0); id = 1; big = 1; half_pair = f16vec2(0); block.a = vec4(0); block.b = 0;
    gl_Position = vec4(0);
}
//// a.frag
#version 460
layout(location = 0) in vec2 pair; //~ error[GS1103]
layout(location = 1) flat in uvec4 color; //~ error[GS1103]
layout(location = 2) flat in int id; //~ error[GS1103]
layout(location = 3) in vec2 big; //~ error[GS1103]
layout(location = 4) in vec2 half_pair; //~ error[GS1103]
layout(location = 5) in Block { vec4 a; float b; } block; //~ error[GS1103]
layout(location = 0) out vec4 result;
void main() { result = vec4(pair, 0, 1) + vec4(color) + id + vec4(big, half_pair) + block.a * block.b; }
