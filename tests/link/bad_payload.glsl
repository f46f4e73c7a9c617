// A payload that the task shader does not declare.
//// a.task
#version 460
#extension GL_EXT_mesh_shader : require
void main() { EmitMeshTasksEXT(1, 1, 1); }
//// a.mesh
#version 460
#extension GL_EXT_mesh_shader : require
layout(points, max_vertices = 1, max_primitives = 1) out;
taskPayloadSharedEXT uint count; //~ error[GS1108]
void main() { SetMeshOutputsEXT(count, 0); }
