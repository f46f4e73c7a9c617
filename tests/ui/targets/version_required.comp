#version 310 es
layout(local_size_x = 1) in;
layout(binding = 0) uniform mediump samplerCubeArray t; //~ error[GS0500]@37
layout(binding = 1) buffer B { double d; uint u; }; //~ error[GS0500]@32
void main() {
    highp float a = fma(1.0, 2.0, 3.0); //~ error[GS0500]@21
}
