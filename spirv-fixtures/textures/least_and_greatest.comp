// compile: vulkan1.0
// separate(0): r32f 2d 2x2 = [4, 7, 1, 5]
// sampler(1): linear least
// sampler(2): linear greatest
// sampler(3): unnormalized
// buffer(4): f32 = [0; 4]
// expect buffer(4) == [1, 7, 5, 4]
// Samplers that give the least or greatest texel of a footprint, and one whose coordinates are texels.
#version 450
layout(binding = 0) uniform texture2D plane;
layout(binding = 1) uniform sampler least;
layout(binding = 2) uniform sampler greatest;
layout(binding = 3) uniform sampler whole;
layout(binding = 4) buffer Values { float values[]; };
void main() {
    values[0] = textureLod(sampler2D(plane, least), vec2(0.5), 0.0).x;
    values[1] = textureLod(sampler2D(plane, greatest), vec2(0.5), 0.0).x;
    values[2] = textureLod(sampler2D(plane, whole), vec2(1.5), 0.0).x;
    values[3] = textureLod(sampler2D(plane, whole), vec2(0.2), 0.0).x;
}
