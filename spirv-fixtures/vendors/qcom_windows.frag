// compile: vulkan1.2
// Blocks that are compared in a window of the sampler: the samplers are decorated, too.
#version 450
#extension GL_QCOM_image_processing2 : require
layout(binding = 0) uniform texture2D target;
layout(binding = 1) uniform sampler window;
layout(binding = 2) uniform sampler2D reference;
layout(location = 0) out vec4 result;
void main() {
    result = textureBlockMatchWindowSADQCOM(sampler2D(target, window), uvec2(0), reference, uvec2(8), uvec2(4));
    result += textureBlockMatchWindowSSDQCOM(sampler2D(target, window), uvec2(0), reference, uvec2(8), uvec2(4));
}
