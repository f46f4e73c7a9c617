// compile: vulkan1.1
// Viewports as a mask.
#version 450
#extension GL_NV_viewport_array2 : require
void main() {
    gl_Position = vec4(0);
    gl_ViewportMask[0] = 3;
}
