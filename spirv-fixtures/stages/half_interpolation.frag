// compile: vulkan1.1
// Inputs of 16-bit floats are interpolated elsewhere too.
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(location = 0) in f16vec2 pair;
layout(location = 1) in float16_t one;
layout(location = 0) out vec4 color;
void main() {
    f16vec2 sum = interpolateAtCentroid(pair) + interpolateAtOffset(pair, f16vec2(0.25));
    color = vec4(sum, interpolateAtSample(one, 1), 1.0);
}
