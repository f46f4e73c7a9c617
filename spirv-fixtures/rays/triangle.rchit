// compile: vulkan1.2
// Distance, place in the triangle, and the number of the instance.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec4 payload;
hitAttributeEXT vec2 place;
void main() { payload = vec4(gl_HitTEXT, place, gl_InstanceCustomIndexEXT); }
