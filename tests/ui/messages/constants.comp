// Assignments to what is const name it and its declaration.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };
const int table[2] = int[2](1, 2);
layout(constant_id = 0) const int limit = 4;

void parameter(const int p, const vec2 v) {
    p = 1; //~ error[GS0309]
    v.x = 1.0; //~ error[GS0309]
}

void main() {
    const float local = data[0];
    local += 1.0; //~ error[GS0309]
    const float known = 1.0;
    known++; //~ error[GS0309]
    table[0] = 2; //~ error[GS0309]
    limit = 2; //~ error[GS0309]
    1 = 2; //~ error[GS0309]
    parameter(1, vec2(0.0));
}
