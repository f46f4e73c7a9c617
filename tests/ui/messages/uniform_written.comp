// The error for a write says why it is not possible.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Settings { float scale; };
layout(binding = 2) readonly buffer Table { float entries[]; };
void main() {
    scale = 1.0; //~ error[GS0309]
    entries[0] = 1.0; //~ error[GS0309]
    gl_LocalInvocationIndex = 1u; //~ error[GS0309]
    vec2 v;
    v.xx = vec2(1.0); //~ error[GS0309]
}
