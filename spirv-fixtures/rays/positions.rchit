// compile: vulkan1.2
// Stores the vertices.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_tracing_position_fetch : require
layout(binding = 1) buffer Seen { float seen[]; };
void main() {
    for (uint index = 0u; index < 9u; index++) seen[index] = gl_HitTriangleVertexPositionsEXT[index / 3u][index % 3u];
}
