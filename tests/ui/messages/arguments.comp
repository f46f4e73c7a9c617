// The argument that does not match the others is blamed.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };
layout(binding = 2) buffer Counters { int counter; };

void own(vec2 a, int b) {}

void main() {
    vec3 v = vec3(1.0);
    v = pow(v, 2.2); //~ error[GS0300]@16
    v = pow(2.2, v); //~ error[GS0300]@13
    data[0] = dot(v, 1.0); //~ error[GS0300]@22
    vec4 texel = imageLoad(picture, 1); //~ error[GS0300]@37
    imageStore(picture, ivec2(0), 1.0); //~ error[GS0300]@35
    atomicAdd(counter, 1.5); //~ error[GS0300]@24
    data[1] = max(1.0, true); //~ error[GS0300]@24
    v = clamp(v, vec3(0.0), 1); //~ error[GS0300]@29
    v = cross(v, vec2(1.0)); //~ error[GS0300]
    own(1.0, 2); //~ error[GS0300]@9
    own(vec2(1.0), 2.5); //~ error[GS0300]@20
    data[2] = length(); //~ error[GS0301]
}
