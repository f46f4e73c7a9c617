// compile: vulkan1.3
// What a mesh says of its vertices and primitives.
#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) flat in uint column;
layout(location = 1) flat perprimitiveEXT in uint row;
layout(location = 2) perprimitiveEXT in Block { flat uint number; } block;
layout(location = 0) out uvec4 color;
void main() {
    const bool right = gl_PrimitiveID >> 1 == int(row);
    color = right ? uvec4(column + row, block.number, uint(gl_FragCoord.x), row) : uvec4(~0u);
}
