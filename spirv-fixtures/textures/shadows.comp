// compile: vulkan1.0
// texture(0): d32f 2d 2x2 shadow = [0.25, 0.5, 0.75, 1]
// texture(1): d32f 2d 2x2 linear greater = [0.25, 0.5, 0.75, 1]
// texture(2): d32f 2d_array 1x1x2 shadow = [0.25, 0.75]
// texture(3): d32f cube 1x1x6 shadow = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
// texture(4): d16 1d 2 less = [16384, 49152]
// buffer(6): f32 = [0; 16]
// expect buffer(6) == [1, 0, 0.5, 1, 0, 1, 1, 0, 1, 1, 0]
// Comparisons: of one texel, of the share of four that pass, in layers, cubes and lines.
#version 450
layout(binding = 0) uniform sampler2DShadow nearest;
layout(binding = 1) uniform sampler2DShadow shared_;
layout(binding = 2) uniform sampler2DArrayShadow layers;
layout(binding = 3) uniform samplerCubeShadow cube;
layout(binding = 4) uniform sampler1DShadow line;
layout(binding = 6) buffer Values { float values[]; };
void main() {
    values[0] = textureLod(nearest, vec3(0.25, 0.25, 0.2), 0.0);
    values[1] = textureLod(nearest, vec3(0.25, 0.25, 0.3), 0.0);
    values[2] = textureLod(shared_, vec3(0.5, 0.5, 0.6), 0.0);
    values[3] = textureGrad(layers, vec4(0.5, 0.5, 1.0, 0.7), vec2(0.0), vec2(0.0));
    values[4] = textureGrad(layers, vec4(0.5, 0.5, 0.0, 0.7), vec2(0.0), vec2(0.0));
    values[5] = textureGrad(cube, vec4(0.0, 0.0, 1.0, 0.45), vec3(0.0), vec3(0.0));
    values[6] = textureProjLod(nearest, vec4(0.5, 0.5, 0.4, 2.0), 0.0);
    values[7] = textureLod(line, vec3(0.25, 0.0, 0.3), 0.0);
    values[8] = textureLod(line, vec3(0.75, 0.0, 0.3), 0.0);
    values[9] = textureLodOffset(nearest, vec3(0.25, 0.25, 0.9), 0.0, ivec2(1));
    values[10] = textureGather(cube, vec3(0.0, 1.0, 0.0), 0.35).w;
}
