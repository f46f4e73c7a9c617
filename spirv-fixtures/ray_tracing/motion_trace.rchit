// compile: vulkan1.2
// A ray at a time, from a closest-hit shader.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_ray_tracing_motion_blur : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 1) rayPayloadEXT vec4 payload;
void main() { traceRayMotionNV(scene, 0, 0xff, 0, 0, 0, vec3(0.0), 0.0, vec3(1.0), 9.0, 0.5, 1); }
