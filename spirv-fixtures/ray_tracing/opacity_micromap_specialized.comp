// compile: vulkan1.2
// A specialization constant decides whether ray queries use opacity micromaps; the shader reads it.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
layout(constant_id = 2) gl_EnableOpacityMicromapEXT;
layout(binding = 1) buffer Result { uint enabled; };
void main() { enabled = gl_EnableOpacityMicromapEXT ? 1u : 0u; }
