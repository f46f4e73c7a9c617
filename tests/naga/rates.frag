#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_fragment_shader_barycentric : require
// Inputs of the primitive, and of its three vertices.
layout(location = 0) perprimitiveEXT in flat uint number;
layout(location = 1) pervertexEXT in vec3 colors[];
layout(location = 0) out vec4 color;
void main() {
    vec3 sum = gl_BaryCoordEXT.x * colors[0] + gl_BaryCoordEXT.y * colors[1] + gl_BaryCoordEXT.z * colors[2];
    color = vec4(sum, float(number));
}
