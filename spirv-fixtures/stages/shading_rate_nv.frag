// compile: vulkan1.1
// The size of the fragment by NVIDIA's names.
#version 450
#extension GL_NV_shading_rate_image : require
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_FragmentSizeNV, gl_InvocationsPerPixelNV, 1); }
