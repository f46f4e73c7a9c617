// compile: vulkan1.0 vulkan1.1
// Sized types and votes of GL_NV_gpu_shader5.
#version 330
#extension GL_NV_gpu_shader5 : require
layout(location = 0) in int16_t place;
layout(location = 0) out float result;
void main() {
    int64_t wide = packInt2x32(ivec2(place, 1));
    float16_t half_place = float16_t(place);
    result = float(half_place) + float(wide);
    if (anyThreadNV(place > int16_t(0)) && !allThreadsNV(place > int16_t(3)) || allThreadsEqualNV(true)) {
        result += 1;
    }
}
