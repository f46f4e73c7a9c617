// compile: vulkan1.2
// The incoming value, the contents of its record, what was hit, and where.
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT uint payload;
layout(shaderRecordEXT) buffer Record { uint number; };
hitAttributeEXT vec2 place;
void main() { payload += number + gl_HitKindEXT + uint(place.x * 400.0 + place.y * 800.0 + 0.5); }
