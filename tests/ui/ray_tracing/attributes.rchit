#version 460
#extension GL_EXT_ray_tracing : require
hitAttributeEXT vec2 place;
hitAttributeEXT vec2 again; //~ error[GS0233]@22
void main() {
    place = vec2(0.5); //~ error[GS0309]@5
    gl_HitKindEXT++; //~ error[GS0309]@5
    terminateRayEXT; //~ error[GS0503]@5
}
