// compile: vulkan1.0
// texture(0): r32f 2d 4x4 mips = [0; 16, 1; 4, 2]
// texture(1): r32f 2d 4x4 mips linear = [0; 16, 1; 4, 2]
// texture(2): r32f 2d_array 2x2x2 mips = [10; 4, 20; 4, 11, 21]
// buffer(3): f32 = [0; 24]
// expect buffer(3) ~= [3, 0, 1, 2, 2, 0.5, 1.5, 1, 2, 21, 2, 2, 1, 1, 4, 2, 1] within 1e-3
// Levels: how many, by number, between two, from gradients; their sizes.
#version 450
layout(binding = 0) uniform sampler2D nearest;
layout(binding = 1) uniform sampler2D between;
layout(binding = 2) uniform sampler2DArray layers;
layout(binding = 3) buffer Values { float values[]; };
void main() {
    const vec2 middle = vec2(0.5);
    values[0] = float(textureQueryLevels(nearest));
    values[1] = textureLod(nearest, middle, 0.0).x;
    values[2] = textureLod(nearest, middle, 1.0).x;
    values[3] = textureLod(nearest, middle, 2.0).x;
    values[4] = textureLod(nearest, middle, 9.0).x;
    values[5] = textureLod(between, middle, 0.5).x;
    values[6] = textureLod(between, middle, 1.5).x;
    values[7] = textureGrad(nearest, middle, vec2(0.5, 0.0), vec2(0.0, 0.25)).x;
    values[8] = textureGrad(nearest, middle, vec2(0.0), vec2(0.0, 1.0)).x;
    values[9] = textureLod(layers, vec3(middle, 1.0), 1.0).x;
    values[10] = float(textureQueryLevels(layers));
    values[11] = float(textureSize(nearest, 1).x);
    values[12] = float(textureSize(nearest, 2).y);
    values[13] = texelFetch(nearest, ivec2(1), 1).x;
    values[14] = float(textureSize(between, 0).x);
    values[15] = textureProjGrad(nearest, vec3(1.0, 1.0, 2.0), vec2(1.0), vec2(0.0)).x;
    values[16] = textureProjLod(nearest, vec4(1.0, 1.0, 9.0, 2.0), 1.0).x;
}
