// compile: vulkan1.2 vulkan1.3
// buffer(0): f32 = [2.75, -3.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
// expect buffer(0) == [2, -3.5, 3, 3, 5.5, 4, -2, -2, 4, 2, 0, 1, 7, 3]
// Casts bind like the prefix operators, from right to left; a comma in the operand is an operator.
#version 460
#extension GL_NV_explicit_typecast : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer B { float r[14]; };
layout(buffer_reference, std430) buffer Numbers { uint value; };
layout(buffer_reference, std430) buffer Words { uint word; };
const int folded = (int) 5.9 + (int) true;
float twice(float x) { return x * 2.0; }
void main() {
    int three = 3;
    vec2 pair = vec2(r[0], r[1]);
    r[0] = (float) (int) r[0];
    vec3 all = (vec3) (1.0, 2.0, 3.0);
    r[2] = all.x;
    r[3] = (three);
    // The member and the call belong to the operand.
    r[4] = twice((float) pair.x);
    r[5] = (float) three + 1.0;
    r[6] = -(float) (ivec2) pair.x.xx.x;
    r[7] = (float) -(int) pair.x;
    mat2 square = (mat2) vec4(1.0, 2.0, 3.0, 4.0);
    r[8] = square[1].y;
    r[9] = ((mat2) 2.0)[1][1];
    r[10] = ((mat3) square)[2].x;
    r[11] = ((mat3) square)[2][2];
    Numbers none = (Numbers) (uvec2) 0u;
    Words same = (Words) none;
    r[12] = (float) (uint64_t) same + (float) folded + (float) (uint64_t) (uvec2) same + (float) (bool) three;
    r[13] = (float) (uint) three++;
}
