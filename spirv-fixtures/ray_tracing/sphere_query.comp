// compile: vulkan1.2
// Spheres that a ray query hit.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_NV_linear_swept_spheres : require
layout(binding = 1) buffer Result { vec4 spheres[2]; };
void main() {
    rayQueryEXT query;
    if (rayQueryIsSphereHitNV(query, false)) spheres[0].xyz = rayQueryGetIntersectionSpherePositionNV(query, false);
    if (rayQueryIsSphereHitNV(query, true)) spheres[1].w = rayQueryGetIntersectionSphereRadiusNV(query, true);
}
