// compile: vulkan1.1
#version 460
#extension GL_NV_mesh_shader : require
layout(location = 0) perprimitiveNV in uint number;
layout(location = 0) out vec4 color;
void main() { color = vec4(number); }
