// compile: vulkan1.0
// not on: llvmpipe because Mesa 22.3 gives 1 for all four, whoever compiled it
// texture(0): d32f cube_array 1x1x6 shadow = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
// buffer(1): f32 = [0; 8]
// expect buffer(1) == [1, 1, 1, 1, 0, 0, 0, 0]
// Cube arrays are gathered with a comparison whose reference is an argument of its own.
// Neighbouring faces take part, so each reference is below or above all of them.
#version 450
layout(binding = 0) uniform samplerCubeArrayShadow cubes;
layout(binding = 1) buffer Values { vec4 values[]; };
void main() {
    values[0] = textureGather(cubes, vec4(1.0, 0.0, 0.0, 0.0), 0.05);
    values[1] = textureGather(cubes, vec4(0.0, 0.0, -1.0, 0.0), 0.65);
}
