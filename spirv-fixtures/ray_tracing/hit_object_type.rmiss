// compile: vulkan1.2
// A hit object needs its capability even if it is never used.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
hitObjectNV outside;
void take(hitObjectNV it) { hitObjectRecordEmptyNV(it); }
void main() { take(outside); }
