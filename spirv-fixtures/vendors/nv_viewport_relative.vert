// compile: vulkan1.1
// A layer to which the viewport index is added.
#version 450
#extension GL_NV_viewport_array2 : require
layout(viewport_relative) out int gl_Layer;
void main() {
    gl_Position = vec4(0);
    gl_Layer = 1;
    gl_ViewportMask[0] = 3;
}
