// compile: vulkan1.1
// Look-ups that use no level below one.
#version 450
#extension GL_ARB_sparse_texture_clamp : require
layout(binding = 0) uniform sampler2D plain;
layout(binding = 1) uniform sampler2DArrayShadow shadow;
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
void main() {
    color = textureClampARB(plain, at.xy, 2.0, 0.5);
    color += textureGradClampARB(shadow, at, at.xy, at.zw, 1.5);
    color += textureOffsetClampARB(plain, at.xy, ivec2(1), 3.0);
}
