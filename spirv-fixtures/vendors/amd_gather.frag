// compile: vulkan1.0
// Gathers from a level, or with a bias.
#version 450
#extension GL_AMD_texture_gather_bias_lod : require
layout(binding = 0) uniform sampler2DArray array;
layout(binding = 1) uniform isamplerCube cube;
layout(location = 0) in vec3 at;
layout(location = 0) out vec4 result;
void main() {
    const ivec2 offsets[4] = ivec2[](ivec2(0), ivec2(1), ivec2(2), ivec2(3));
    result = textureGatherLodAMD(array, at, 1.0) + textureGatherLodOffsetAMD(array, at, 2.0, ivec2(1), 3);
    result += textureGatherLodOffsetsAMD(array, at, 2.0, offsets) + textureGather(array, at, 1, 0.5);
    result += textureGatherOffset(array, at, ivec2(1), 2, 0.5) + textureGatherOffsets(array, at, offsets, 2, 0.5);
    result += vec4(textureGather(cube, at, 0, -0.5) + textureGatherLodAMD(cube, at, 1.0));
}
