// compile: vulkan1.2
// Vertices of micro-triangles, in a compute shader.
#version 460
#extension GL_NV_displacement_micromap : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Result { vec3 position; };
void main() {
    position = fetchMicroTriangleVertexPositionNV(scene, 1, 2, 3, ivec2(4, 5));
    position.xy += fetchMicroTriangleVertexBarycentricNV(scene, 1, 2, 3, ivec2(4, 5));
}
