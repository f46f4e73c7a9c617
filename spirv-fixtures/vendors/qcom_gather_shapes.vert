// compile: vulkan1.1
// val: skip because the validator does not know SPV_QCOM_image_processing3 yet
// Texels on a diagonal, and pairs of them.
#version 460
#extension GL_QCOM_image_processing3 : require
layout(binding = 0) uniform sampler2D single;
layout(binding = 1) uniform usampler2DArray array;
layout(location = 0) in vec3 at;
void main() {
    gl_Position = textureGatherDQCOM(single, at.xy, 1) + textureGatherH2OffsetQCOM(single, at.xy, ivec2(2));
    gl_Position += vec4(textureGatherV2QCOM(array, at));
}
