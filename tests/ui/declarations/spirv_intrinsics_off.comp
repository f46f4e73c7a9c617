#version 460
layout(local_size_x = 1) in;
spirv_instruction(id = 204) uint a(uint x); //~ error[GS0500]@1
spirv_type(id = 30) b;
spirv_execution_mode(4462, 32);
void main() {
    a(1u);
}
