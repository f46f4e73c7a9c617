// compile: vulkan1.1
// The position in the second view.
#version 450
#extension GL_NV_stereo_view_rendering : require
void main() {
    gl_Position = vec4(0);
    gl_SecondaryPositionNV = vec4(1);
}
