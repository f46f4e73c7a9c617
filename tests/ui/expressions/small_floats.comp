#version 450
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e2m1 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { bfloat16_t b; float f; };
shared floate2m1_t nibbles[64]; //~ error[GS0270]@20
void main() {
    b = b + b; //~ error[GS0307]@11
    b = -b; //~ error[GS0307]
    if (bool(b)) f = 1.0; //~ error[GS0370]@14
    floate2m1_t quarter = floate2m1_t(f); //~ error[GS0371]@39
    b = f; //~ error[GS0306]@9
    quarter = f; //~ error[GS0306]
    quarter = 0.25; //~ error[GS0306]
    b = true; //~ error[GS0306]
}
