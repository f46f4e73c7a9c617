// compile: vulkan1.2
// stages: ../companions/constant.frag
// topology: triangles
// draw: 3 2
// target(0): r32ui 2d_array 2x1x3
// expect target(0) == [0, 0, 1, 1, 1, 1]
// Each instance goes to a layer of its own.
#version 450
#extension GL_ARB_shader_viewport_layer_array : require
void main() {
    gl_Layer = gl_InstanceIndex + 1;
    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.5, 1.0);
}
