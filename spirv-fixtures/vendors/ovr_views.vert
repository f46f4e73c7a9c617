// compile: vulkan1.1
// The view index, by two names; the number of views belongs to the render pass.
#version 450
#extension GL_OVR_multiview2 : require
#extension GL_EXT_multiview : require
layout(num_views = 2) in;
void main() {
    gl_Position = vec4(gl_ViewID_OVR, gl_ViewIndex, 0, 1);
}
