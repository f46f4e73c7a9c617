// compile: vulkan1.1
// Residency of look-ups that use no level below one.
#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(binding = 0) uniform sampler3D plain;
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
void main() {
    if (!sparseTexelsResidentARB(sparseTextureClampARB(plain, at.xyz, at.w, color))) color = vec4(0);
}
