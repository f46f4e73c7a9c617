// compile: vulkan1.2
// Ray queries that do not use opacity micromaps, the default of the extension.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
void main() {}
