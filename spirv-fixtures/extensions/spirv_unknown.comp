// compile: vulkan1.3
// val: skip because the numbers stand for nothing
// Unknown numbers are passed on unchanged.
#version 450
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
spirv_execution_mode(capabilities = [65000], 65001, 1, 2u, true, 1.0, "text");
spirv_decorate(65002, 3) spirv_storage_class(65003) float far;
#define strange spirv_type(extensions = ["SPV_NONE_strange", "SPV_NONE_stranger"], id = 65004, 1, spirv_id 2, uint, "name")
#define other spirv_type(set = "None.Types", id = 5, 1.5)
layout(binding = 0) uniform strange s;
layout(binding = 1) buffer B { float f; };
spirv_instruction(id = 65005) strange make(strange from, spirv_literal float x, spirv_literal bool y);
spirv_instruction(id = 65006) void consume(spirv_by_reference strange it, strange value);
spirv_instruction(set = "None.Instructions", id = 77) void call(spirv_literal int x);
spirv_instruction(set = "None.Instructions", id = 78) float number();
void hand(strange a, other b, strange c[2]) { consume(a, make(c[1], 0.5, true)); }
void main() {
    strange local = make(s, 1.0, false);
    strange many[2];
    other o;
    hand(local, o, many);
    hand(s, o, many);
    far = number();
    call(-1);
    f = far;
}
