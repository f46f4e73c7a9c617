// compile: vulkan1.2
// The cluster that a ray query hit.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_NV_cluster_acceleration_structure : require
layout(binding = 1) buffer Result { int clusters[2]; };
void main() {
    rayQueryEXT query;
    clusters[0] = rayQueryGetIntersectionClusterIdNV(query, false);
    clusters[1] = rayQueryGetIntersectionClusterIdNV(query, true);
}
