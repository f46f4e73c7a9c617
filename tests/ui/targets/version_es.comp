#version 310 es
layout(local_size_x = 1) in;
precise highp float a; //~ error[GS0502]@1
layout(binding = 0) buffer B { highp float f; };
layout(binding = 1) uniform highp sampler1D line; //~ error[GS0502]@35
void main() {
    f = fma(1.0, 2.0, 3.0); //~ error[GS0500]@9
    f = float(bitfieldReverse(1));
    highp double d; //~ error[GS0500]@11
}
