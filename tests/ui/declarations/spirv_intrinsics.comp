#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
spirv_instruction(opcode = 204) uint a(uint x); //~ error[GS0250]@19
spirv_instruction(set = "GLSL.std.450") float b(float x); //~ error[GS0251]@1
const int n = 1;
spirv_decorate(28, n) float c; //~ error[GS0252]@20
spirv_instruction(id = 70000) void d(); //~ error[GS0253]@24
spirv_instruction(id = 204) void e(uint x); //~ error[GS0254]@29
spirv_instruction(id = 204) uint f(uint x) { return x; } //~ error[GS0450]@34
spirv_instruction(id = 61) float load(spirv_by_reference float x, spirv_literal int access);
void main() {
    load(1.0, 0); //~ error[GS0350]@10
    float value = 1.0;
    load(value, int(value)); //~ error[GS0252]@17
}
