// compile: vulkan1.0
// Sparse gathers from a level, or with a bias.
#version 450
#extension GL_AMD_texture_gather_bias_lod : require
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0) uniform sampler2D texture0;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 result;
void main() {
    vec4 texel;
    int code = sparseTextureGatherLodAMD(texture0, at, 1.0, texel) | sparseTextureGatherARB(texture0, at, texel, 1, 0.5);
    result = sparseTexelsResidentARB(code) ? texel : vec4(0);
}
