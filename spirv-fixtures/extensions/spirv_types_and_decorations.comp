// compile: vulkan1.1 vulkan1.3
// dispatch: 2 1 1
// buffer(0): u32 = [0, 0, 0, 0, 0, 0]
// expect buffer(0) == [0, 1, 11, 30, 8, 5]
// Types, storage classes and decorations by number: a type that is there already, one that is not, built-in inputs,
// arrays and parameters of such types, members.
#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
#define word spirv_type(id = 21, 32, 0)
#define pair spirv_type(id = 23, word, 2)
layout(constant_id = 0) const uint gl_Chosen = 3;
struct Marked { spirv_decorate_string(extensions = ["SPV_GOOGLE_hlsl_functionality1", "SPV_GOOGLE_decorate_string"], 5635, "first") uint a; uint b; };
layout(binding = 0, std430) spirv_decorate(19) buffer B { uint r[4]; spirv_decorate(23) uint s; uint t; } b;
spirv_decorate(11, 26) spirv_storage_class(1) uvec3 group;
spirv_storage_class(4) uint shared_by_number;
spirv_decorate(0) uint relaxed = 5u;

spirv_instruction(id = 83) word toWord(uint value);
spirv_instruction(id = 83) uint fromWord(word value);
spirv_instruction(id = 128) word sum(word a, word b);
spirv_instruction(id = 62) void put(spirv_by_reference word pointer, word value);
spirv_instruction(id = 80) pair both(word x, word y);
spirv_instruction(id = 81) uint part(pair vector, spirv_literal bool index);

uint read(word w) { return fromWord(w); }
void add(word w, uint by) { put(w, sum(w, toWord(by))); }

void main() {
    uint index = group.x;
    b.r[index] = index;
    word w = toWord(1u);
    word many[2];
    add(w, 10u);
    put(many[1], sum(w, w));
    add(many[1], 8u);
    pair p = both(w, many[1]);
    shared_by_number = gl_Chosen + 5u;
    Marked m = Marked(shared_by_number, relaxed);
    if (index == 0u) {
        b.r[2] = part(p, false);
        b.r[3] = part(p, true) | read(many[1]);
        b.s = m.a;
        b.t = read(toWord(m.b));
    }
}
