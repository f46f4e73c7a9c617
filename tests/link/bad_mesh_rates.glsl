// A fragment shader that declares a per-primitive output as a per-vertex input, and the reverse.
//// a.mesh
#version 460
#extension GL_EXT_mesh_shader : require
layout(points, max_vertices = 1, max_primitives = 1) out;
layout(location = 0) out vec4 vertices[];
layout(location = 1) perprimitiveEXT out vec4 primitives[];
void main() { SetMeshOutputsEXT(1, 1); vertices[0] = primitives[0] = vec4(1); }
//// a.frag
#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) perprimitiveEXT in vec4 primitive; //~ error[GS1102]
layout(location = 1) in vec4 vertex; //~ error[GS1102]
layout(location = 0) out vec4 color;
void main() { color = vertex + primitive; }
