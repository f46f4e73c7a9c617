// compile: vulkan1.1
// The second view goes to its own layer and its own viewports.
#version 450
#extension GL_NV_viewport_array2 : require
#extension GL_NV_stereo_view_rendering : require
layout(viewport_relative, secondary_view_offset = 2) out int gl_Layer;
void main() {
    gl_Position = vec4(0);
    gl_Layer = 1;
    gl_SecondaryPositionNV = vec4(1);
    gl_SecondaryViewportMaskNV[0] = 1;
}
