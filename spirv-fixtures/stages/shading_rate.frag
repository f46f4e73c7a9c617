// compile: vulkan1.1
// The shading rate of the fragment.
#version 450
#extension GL_EXT_fragment_shading_rate : require
layout(location = 0) out vec4 color;
void main() { color = vec4((gl_ShadingRateEXT & gl_ShadingRateFlag2HorizontalPixelsEXT) != 0); }
