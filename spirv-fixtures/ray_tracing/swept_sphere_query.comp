// compile: vulkan1.2
// Linear swept spheres that a ray query hit.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_NV_linear_swept_spheres : require
layout(binding = 1) buffer Result { vec3 ends[2]; float radii[2]; float along; };
void main() {
    rayQueryEXT query;
    if (!rayQueryIsLSSHitNV(query, true)) return;
    rayQueryGetIntersectionLSSPositionsNV(query, true, ends);
    rayQueryGetIntersectionLSSRadiiNV(query, false, radii);
    along = rayQueryGetIntersectionLSSHitValueNV(query, true);
}
