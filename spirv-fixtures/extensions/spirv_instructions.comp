// compile: vulkan1.1 vulkan1.3
// buffer(0): u32 = [0x80000000, 0xffffffff, 2, 0, 0, 0, 0, 0, 0, 0]
// buffer(1): f32 = [2.75, 0, 0, 0]
// expect buffer(0) == [1, 1, 1, 40, 7, 12, 5, 9, 3, 4]
// expect buffer(1) ~= [0.75, 2, 0.5, 3.5] within 1e-6
// Instructions by number: of SPIR-V and of GLSL.std.450, with literals, pointers, structures, without results.
#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
#define OpLoad 61
layout(binding = 0, std430) buffer B { uint r[]; };
layout(binding = 1, std430) buffer F { float whole, part, half_, sum; };
struct Carry { uint low, high; };
shared uint counter;

spirv_instruction(id = 204) uint reversed(uint value);
spirv_instruction(id = 149) Carry addCarry(uint a, uint b);
spirv_instruction(id = OpLoad) uint load(spirv_by_reference uint pointer, spirv_literal uint access);
spirv_instruction(id = 62) void store(spirv_by_reference uint pointer, uint object);
spirv_instruction(id = 62) void store(spirv_by_reference uint pointer, uint object, spirv_literal int access, spirv_literal int alignment);
spirv_instruction(id = 234) uint add(spirv_by_reference uint pointer, int scope, int semantics, uint value);
spirv_instruction(id = 81) uint component(uvec4 vector, spirv_literal int index);
spirv_instruction(set = "GLSL.std.450", id = 35) float modf(float x, spirv_by_reference float i);
spirv_instruction(set = "GLSL.std.450", id = 46) float mixed(float x, float y, float a);
spirv_instruction(id = 224) void rendezvous(int execution, int memory, int semantics);
spirv_instruction(set = "", id = 129) spirv_decorate(42) float plus(float a, float b);

void twice(spirv_by_reference uint value) { value *= 2u; }

void main() {
    r[0] = reversed(r[0]);
    Carry c = addCarry(r[1], r[2]);
    r[1] = c.low;
    r[2] = c.high;
    uint local = 20u;
    twice(local);
    store(r[3], local);
    r[4] = 7u;
    r[4] = load(r[4], 0x1u);
    counter = 5u;
    rendezvous(2, 2, 0x108);
    r[6] = add(counter, 2, 0, 7u);
    r[5] = counter;
    store(r[7], component(uvec4(8u, 9u, 10u, 11u), 1), 0x2, 4);
    r[8] = 1u + component(uvec4(r[2]) + uvec4(0u, 0u, 1u, 2u), 2);
    r[9] = 2u;
    twice(r[9]);
    part = 0.0;
    whole = modf(whole, part);
    half_ = mixed(0.0, 1.0, 0.5);
    sum = plus(half_, 3.0);
}
