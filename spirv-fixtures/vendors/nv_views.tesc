// compile: vulkan1.1
// Outputs of tessellation control shaders for the second view.
#version 450
#extension GL_NV_viewport_array2 : require
#extension GL_NV_stereo_view_rendering : require
layout(vertices = 4) out;
out gl_PerVertex {
    vec4 gl_Position;
    int gl_ViewportMask[1];
    int gl_SecondaryViewportMaskNV[1];
    vec4 gl_SecondaryPositionNV;
} gl_out[];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_out[gl_InvocationID].gl_ViewportMask[0] = 1;
    gl_out[gl_InvocationID].gl_SecondaryViewportMaskNV[0] = 2;
    gl_out[gl_InvocationID].gl_SecondaryPositionNV = gl_in[gl_InvocationID].gl_SecondaryPositionNV;
}
