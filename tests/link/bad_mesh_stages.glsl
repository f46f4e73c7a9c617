// A vertex shader together with a mesh shader, whose extension differs from that of its task shader.
//// a.task
#version 460
#extension GL_NV_mesh_shader : require
layout(local_size_x = 32) in;
void main() { gl_TaskCountNV = 1; }
//// a.mesh
#version 460
#extension GL_EXT_mesh_shader : require
layout(points, max_vertices = 1, max_primitives = 1) out;
void main() { SetMeshOutputsEXT(1, 1); } //~ error[GS1100]
//// a.vert
#version 460
void main() { gl_Position = vec4(1); } //~ error[GS1100]
