// compile: vulkan1.1
// A position for each view.
#version 450
#extension GL_NVX_multiview_per_view_attributes : require
void main() {
    gl_Position = vec4(0);
    gl_PositionPerViewNV[0] = vec4(0);
    gl_PositionPerViewNV[1] = vec4(1);
    gl_ViewportMaskPerViewNV[0] = 1;
}
