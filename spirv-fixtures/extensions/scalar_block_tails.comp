// compile: vulkan1.1 vulkan1.3
// val: scalar
// Scalar layout: the next member begins behind the last byte of the one before, also of the last element of an array of
// structures that end before a multiple of their alignment. Push constants take no default of `uniform` or `buffer`.
#version 460
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x=1) in;
layout(scalar, row_major) uniform;
layout(scalar) buffer;
struct Tail { double d; float f; };
layout(binding=0) buffer A { Tail one; float at12; Tail several[2]; float at44; Tail nested[2][3]; float at140; Tail open[]; };
layout(binding=1) uniform B { float x; mat2x3 m; };
layout(push_constant) uniform C { float at0; vec3 at16; mat2x3 at32; };
void main() { at12 = at44 + at140 + float(open[1].d) + m[1].x + at16.x + at32[1].y + x + at0; }
