// compile: vulkan1.2
// Per-primitive inputs from a mesh shader need no `flat`.
#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) perprimitiveEXT in uint number;
layout(location = 1) perprimitiveEXT in Facet { vec3 normal; flat uint number; } facet;
layout(location = 0) out vec4 color;
void main() { color = vec4(facet.normal, number + facet.number); }
