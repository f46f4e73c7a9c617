#version 450
// Extensions and types that Vulkan has nothing for.
#extension GL_ARB_bindless_texture : require //~ error[GS0033]@12
#extension GL_ARB_texture_rectangle : enable //~ warning[GS0033]@12
#extension GL_OES_EGL_image_external_essl3 : require //~ error[GS0033]@12
layout(blend_support_multiply) out; //~ error[GS0500]@8
void main() {
}
