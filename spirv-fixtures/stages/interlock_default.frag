// compile: vulkan1.1
// Without a layout, invocations of one pixel run in order.
#version 450
#extension GL_NV_fragment_shader_interlock : require
void main() {
    beginInvocationInterlockNV();
    endInvocationInterlockNV();
}
