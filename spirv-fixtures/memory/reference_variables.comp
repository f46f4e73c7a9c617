// compile: vulkan1.1
// Qualifiers of a variable that holds a reference are about the memory it points to, so `readonly` does not keep the
// variable from being assigned, moved, or passed as an output; nor do they of arrays and parameters.
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// addresses(1): buffer(0)
// buffer(2): u32 = [0; 7]
// expect buffer(0) == [1, 2, 3, 4, 5, 6, 70, 8]
// expect buffer(2) == [1, 3, 4, 7, 8, 8, 5]
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint w; };
layout(binding = 1) readonly buffer Addresses { Word words; };
layout(binding = 2, std430) buffer Out { uint r[]; };

readonly Word kept;

uint third(readonly Word p) {
    p += 1;
    p = Word(uint64_t(p + 1));
    return p.w;
}

uint second(readonly Word p[2]) {
    p[0] = p[1];
    return p[0].w;
}

void start(out readonly Word p) { p = words; }

void next(inout readonly Word p) { p += 1; }

void main() {
    readonly Word p;
    p = words;
    r[0] = p.w;
    r[1] = third(p);
    readonly Word pair[2];
    pair[0] = p;
    pair[1] = pair[0] + 3;
    r[2] = second(pair);
    p += 7;
    p -= 1;
    r[3] = p.w;
    next(p);
    r[4] = p.w;
    kept = p;
    r[5] = kept.w;
    writeonly Word w;
    w = words + 6;
    w.w = 70u;
    start(p);
    r[6] = p[4].w;
}
