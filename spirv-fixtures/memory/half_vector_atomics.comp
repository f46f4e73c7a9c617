// compile: vulkan1.2
// Two or four halves at once, in buffers, shared memory and images, whose texels are taken as one vector.
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_NV_shader_atomic_fp16_vector : require
layout(binding = 0) buffer B { f16vec2 two; f16vec4 four; };
layout(binding = 1, rg16f) uniform image2D pairs;
layout(binding = 2, rgba16f) uniform imageBuffer quads;
layout(binding = 3, rg16f) uniform image2DMSArray samples;
shared f16vec2 kept;
void main() {
    two = atomicAdd(kept, two);
    four = atomicMin(four, f16vec4(1.0hf));
    two = imageAtomicAdd(pairs, ivec2(1, 2), two);
    four = imageAtomicMax(quads, 3, four);
    two = imageAtomicExchange(samples, ivec3(1, 2, 3), 1, two);
}
