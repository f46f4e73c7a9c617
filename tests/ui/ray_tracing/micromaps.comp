#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
layout(constant_id = 2) const bool gl_EnableOpacityMicromapEXT = false; //~ error[GS0202]@36
layout(constant_id = 3) gl_MaxDrawBuffers;
layout(constant_id = 3) gl_MaxImageUnits; //~ error[GS0218]@22
layout(constant_id = 4) gl_MaxNothing; //~ error[GS0218]@25
void main() {}
