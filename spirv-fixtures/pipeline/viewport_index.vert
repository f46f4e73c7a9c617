// compile: vulkan1.2
// stages: viewport_index.frag
// draw: 3 3
// viewport: 0 0 1 1
// viewport: 1 0 1 1
// viewport: 3 0 1 1
// target(0): r32i 2d 4x1 = [-1; 4]
// expect target(0) == [0, 1, -1, 2]
// Each instance goes through a viewport of its own.
#version 450
#extension GL_ARB_shader_viewport_layer_array : require
void main() {
    gl_ViewportIndex = gl_InstanceIndex;
    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.5, 1.0);
}
