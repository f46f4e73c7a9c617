// Primitives with adjacency cannot be handed on.
#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles_adjacency) in; //~ error[GS0233]@8
layout(passthrough, location = 0) in vec4 color[];
void main() {
}
