// compile: vulkan1.0
// Each bit of the image operands has a capability of its own: the bias asks for no more than Shader, the clamp for MinLod.
#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    int residency = sparseTextureOffsetClampARB(picture, at, ivec2(1), 0.5, color, 2.0);
    if (!sparseTexelsResidentARB(residency)) {
        color = vec4(0.0);
    }
}
