// compile: vulkan1.1 vulkan1.2
// Layers and viewports outside geometry shaders.
#version 450
#extension GL_ARB_shader_viewport_layer_array : require
layout(triangles) in;
void main() {
    gl_Layer = gl_PrimitiveID;
    gl_ViewportIndex = 1;
}
