// compile: vulkan1.0
// depth: s8 2d 4x1 always = [1, 2, 3, 4]
// expect depth == [7, 8, 9, 10]
// The stencil reference that a fragment exports replaces what was there.
#version 450
#extension GL_ARB_shader_stencil_export : require
void main() { gl_FragStencilRefARB = 7 + int(gl_FragCoord.x); }
