// compile: vulkan1.2
// What declares a capability though no instruction asks for it: the layout, and the flag of micromaps. Positions come
// with an extension of their own.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
#extension GL_EXT_ray_tracing_position_fetch : require
#extension GL_EXT_opacity_micromap : require
layout(primitive_culling);
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Corners { vec3 corner[3]; };

void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipAABBEXT | gl_RayFlagsForceOpacityMicromap2StateEXT, 0xff, vec3(0), 0.0, vec3(1), 1.0);
    rayQueryProceedEXT(query);
    vec3 corners[3];
    rayQueryGetIntersectionTriangleVertexPositionsEXT(query, false, corners);
    rayQueryGetIntersectionTriangleVertexPositionsEXT(query, true, corner);
}
