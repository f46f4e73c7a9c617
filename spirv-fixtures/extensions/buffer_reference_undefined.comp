// compile: vulkan1.1
// A reference block that is declared ahead and never defined: its references are stored, passed and converted.
// buffer(0): u32 = [0; 6]
// addresses(1): buffer(0)
// expect buffer(0) == [_, _, _, _, 1, 5]
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Unknown;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Known { Unknown link; Unknown other; uint same; uint value; };
layout(binding = 1) readonly buffer Addresses { Unknown root; };
struct Held { Unknown a[2]; };
Unknown pass(Unknown it) { return it; }
void main() {
    Held held;
    held.a[0] = pass(root);
    held.a[1] = held.a[0];
    Known known = Known(held.a[1]);
    known.link = held.a[0];
    known.other = Unknown(uint64_t(known) + 8ul);
    known.same = uint64_t(known.link) == uint64_t(known.other) - 8ul ? 1u : 0u;
    known.value = 5u;
}
