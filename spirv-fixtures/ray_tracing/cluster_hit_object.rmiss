// compile: vulkan1.2
// The cluster that a hit object names.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
#extension GL_NV_cluster_acceleration_structure : require
layout(location = 0) rayPayloadInEXT int payload;
void main() {
    hitObjectNV met;
    payload = hitObjectGetClusterIdNV(met);
}
