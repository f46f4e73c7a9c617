// compile: vulkan1.1 vulkan1.3
// val: scalar
// Scalar layout: members at the alignment of their components, in buffer, uniform and push-constant blocks.
#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=1) in;
struct S { vec3 a; uint8_t b; };
struct T { double d; float f; };
struct U { S s[2]; mat3 m; f16vec3 h; };
layout(binding=0,scalar) buffer A { float x; vec3 y; S s; uint8_t z; S t[3]; T u; float v; mat3x2 m; layout(row_major) mat2x3 n; U w; f16vec3 hh[2]; dvec3 q; int64_t e[]; } a;
layout(binding=1,scalar) uniform B { float x; vec3 y; S s[2]; mat4x3 m; } b;
layout(push_constant,scalar) uniform C { uint8_t g; vec3 y; u8vec3 s[2]; } c;
void main(){ a.x=b.x+c.y.x; a.s=a.t[1]; a.w.m=mat3(b.m); a.hh[1]=a.w.h; a.e[3]=1l; }
