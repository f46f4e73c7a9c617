// compile: vulkan1.2
// The average of a box.
#version 450
#extension GL_QCOM_image_processing : require
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 result;
void main() {
    result = textureBoxFilterQCOM(image, at, vec2(4.5, 2.0));
}
