// compile: vulkan1.2
// Four neighbouring blocks that are compared.
#version 450
#extension GL_QCOM_image_processing2 : require
layout(binding = 0) uniform sampler2D target;
layout(binding = 1) uniform sampler2D reference;
layout(location = 0) out vec4 result;
void main() {
    result = textureBlockMatchGatherSADQCOM(target, uvec2(0), reference, uvec2(8), uvec2(4));
    result += textureBlockMatchGatherSSDQCOM(target, uvec2(0), reference, uvec2(8), uvec2(4));
}
