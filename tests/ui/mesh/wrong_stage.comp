// compile: vulkan1.2
#version 460
#extension GL_EXT_mesh_shader : require
taskPayloadSharedEXT uint payload; //~ error[GS0503]@1
void main() { EmitMeshTasksEXT(1, 1, 1); } //~ error[GS0503]@15
