// compile: vulkan1.1
// What an instruction returns as an array is stored in a block, whose array has a stride: SPIR-V 1.3 has no instruction
// that converts one into the other.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_tracing_position_fetch : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Corners { vec3 corner[3]; };

void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0u, 0xff, vec3(0.0), 0.0, vec3(1.0), 1.0);
    rayQueryProceedEXT(query);
    rayQueryGetIntersectionTriangleVertexPositionsEXT(query, true, corner);
}
