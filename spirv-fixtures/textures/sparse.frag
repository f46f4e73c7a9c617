// compile: vulkan1.1
// Look-ups that tell whether the texels are resident.
#version 450
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform usampler2DArray array;
layout(binding = 2) uniform samplerCubeArrayShadow shadow;
layout(binding = 3, rgba8) uniform readonly image2D image;
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
void main() {
    vec4 texel;
    uvec4 whole;
    float compared;
    int code = sparseTextureARB(plain, at.xy, texel, 0.5);
    color = sparseTexelsResidentARB(code) ? texel : vec4(0);
    if (sparseTexelsResidentARB(sparseTexelFetchOffsetARB(array, ivec3(at.xyz), 1, ivec2(1, 2), whole))) color += whole;
    if (sparseTexelsResidentARB(sparseTextureARB(shadow, at, 0.25, compared))) color *= compared;
    if (sparseTexelsResidentARB(sparseTextureGatherOffsetARB(plain, at.xy, ivec2(1), texel, 2))) color += texel;
    if (sparseTexelsResidentARB(sparseImageLoadARB(image, ivec2(at.xy), texel))) color += texel;
}
