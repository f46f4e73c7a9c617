// compile: vulkan1.0
// Integer functions of Intel.
#version 450
#extension GL_INTEL_shader_integer_functions2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer Data { ivec2 a; uvec3 b; i16vec2 c; uint64_t d; };
void main() {
    b = countLeadingZeros(b) + countTrailingZeros(b);
    b.xy = absoluteDifference(a, a.yx);
    d = absoluteDifference(d, d + 1ul);
    a = addSaturate(a, a) + subtractSaturate(a, a.yx) + average(a, a.yx) + multiply32x16(a, a);
    b = addSaturate(b, b) + subtractSaturate(b, b.yzx) + averageRounded(b, b.yzx) + multiply32x16(b, b);
    c = averageRounded(c, c.yx);
}
