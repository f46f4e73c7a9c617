// compile: vulkan1.2
// The record, the attributes and the kind of the hit.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
layout(shaderRecordEXT) buffer Record { uint number; };
hitAttributeEXT uvec2 attributes;
void main() { payload = number + attributes.x + attributes.y + gl_HitKindEXT; }
