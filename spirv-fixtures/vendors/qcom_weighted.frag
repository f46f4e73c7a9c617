// compile: vulkan1.2
// Textures of weights are decorated, combined with their samplers or not.
#version 450
#extension GL_QCOM_image_processing : require
layout(binding = 0) uniform sampler2D image;
layout(binding = 1) uniform sampler2DArray combined;
layout(binding = 2) uniform texture1DArray separate;
layout(binding = 3) uniform sampler filtering;
layout(binding = 4) uniform sampler2DArray several[2];
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 result;
vec4 weighted(sampler2DArray weights) {
    return textureWeightedQCOM(image, at, weights);
}
void main() {
    result = weighted(combined) + textureWeightedQCOM(image, at, sampler1DArray(separate, filtering));
    result += textureWeightedQCOM(image, at, several[1]);
}
