// compile: vulkan1.1 vulkan1.3
// buffer(0): i32 = [-7, 9, 3]
// buffer(1): i32 = [0; 6]
// expect buffer(1) == [-21, 12, 27, 9, 4, 2]
#version 450
#extension GL_ARB_separate_shader_objects : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float64 : require
layout(local_size_x = 1) in;

layout(binding = 0) readonly buffer Data { int32_t data[3]; };
layout(binding = 1) writeonly buffer Result { int32_t result[6]; };

void main() {
    // Names of 32 bits are other names of the types that there always were.
    i32vec2 pair = i32vec2(data[0], data[1]) * data[2];
    uint32_t unsigned_sum = uint32_t(data[1] + data[2]);
    f32mat2 matrix = f32mat2(float32_t(data[1]));
    float64_t wide = float64_t(data[2]) + 1.0lf;
    int16_t small = int16_t(data[1]) - 7s;
    result[0] = pair.x;
    result[1] = int32_t(unsigned_sum);
    result[2] = pair.y;
    result[3] = int32_t((matrix * f32vec2(1.0)).x);
    result[4] = int32_t(wide);
    result[5] = small;
}
