// compile: vulkan1.2
// Blocks that are compared.
#version 450
#extension GL_QCOM_image_processing : require
layout(binding = 0) uniform sampler2D target;
layout(binding = 1) uniform sampler2D reference;
layout(location = 0) out vec4 result;
void main() {
    result = textureBlockMatchSADQCOM(target, uvec2(0), reference, uvec2(8), uvec2(4));
    result += textureBlockMatchSSDQCOM(target, uvec2(0), reference, uvec2(8), uvec2(4));
}
