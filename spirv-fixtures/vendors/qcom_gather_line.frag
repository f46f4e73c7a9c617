// compile: vulkan1.1
// val: skip because the validator does not know SPV_QCOM_image_processing3 yet
// Four texels in a row. An offset that is not constant requires ImageGatherExtended.
#version 460
#extension GL_QCOM_image_processing3 : require
layout(binding = 0) uniform sampler2D single;
layout(binding = 1) uniform isampler2DArray array;
layout(location = 0) in vec3 at;
layout(location = 1) flat in ivec2 offset;
layout(location = 0) out vec4 result;
void main() {
    result = textureGather4x1QCOM(single, at.xy) + vec4(textureGather4x1OffsetQCOM(array, at, ivec2(1), 2));
    result += textureGather4x1OffsetQCOM(single, at.xy, offset);
}
