// compile: vulkan1.1
// What a mesh of GL_NV_mesh_shader says of its vertices and primitives.
#version 460
#extension GL_NV_mesh_shader : require
layout(location = 0) flat in uint column;
layout(location = 1) flat perprimitiveNV in uint row;
layout(location = 2) perprimitiveNV in Block { flat uint number; } block;
layout(location = 0) out uvec4 color;
void main() {
    const bool right = gl_PrimitiveID >> 1 == int(row);
    color = right ? uvec4(column + row, block.number, uint(gl_FragCoord.x), row) : uvec4(~0u);
}
