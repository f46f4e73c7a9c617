// Block formats of quantised numbers: FORMAT_x chooses the block, ACCESS_x how it is read. All of them give
// BLOCK_SIZE and `vec4 decode4(uint block, uint at)`, four neighbours from a multiple of four.
//
// P4   float16 scale behind 8 words of 4 nibbles         (n - 8) * scale
// P4M  float16 scale, minimum; 4 words of 8 nibbles      n * scale + minimum
// P5   float16 scale, fifth bits apart, nibbles in bytes (n - 16) * scale
// P8   float16 scale, signed bytes                       n * scale
// S4   8 groups of 16 with a 4-bit scale and minimum     n * (scale * s) - (minimum * m)
// C4   power of two as a byte, nibbles into a table      codes[n] * 2^(exponent - 127)

#if defined(FORMAT_P4)
#define BLOCK_SIZE 32
#define BLOCK_ALIGN 2
struct Block {
    uint16_t packed[8];
    float16_t scale;
};
#elif defined(FORMAT_P4M)
#define BLOCK_SIZE 32
#define BLOCK_ALIGN 4
#define BLOCK_WORDS 5
struct Block {
    f16vec2 scale_minimum;
    uint32_t packed[4];
};
#elif defined(FORMAT_P5)
#define BLOCK_SIZE 32
#define BLOCK_ALIGN 2
struct Block {
    float16_t scale;
    uint16_t high[2];
    uint8_t packed[16];
};
#elif defined(FORMAT_P8)
#define BLOCK_SIZE 32
#define BLOCK_ALIGN 2
struct Block {
    float16_t scale;
    int8_t values[32];
};
#elif defined(FORMAT_S4)
#define BLOCK_SIZE 128
#define BLOCK_ALIGN 4
#define BLOCK_WORDS 19
struct Block {
    f16vec2 scale_minimum;
    uint8_t levels[8];
    uint32_t packed[16];
};
#elif defined(FORMAT_C4)
#define BLOCK_SIZE 32
#define BLOCK_ALIGN 1
struct Block {
    uint8_t exponent;
    u8vec4 packed[4];
};
const int8_t CODES[16] = int8_t[16](
    int8_t(-127), int8_t(-96), int8_t(-71), int8_t(-52), int8_t(-37), int8_t(-24), int8_t(-13), int8_t(-4),
    int8_t(5), int8_t(14), int8_t(25), int8_t(38), int8_t(53), int8_t(72), int8_t(97), int8_t(127));
#ifdef TABLE_SHARED
shared float table[16];
#endif
#else
#error no format
#endif

// Arithmetic on references steps by the size, rounded up to the alignment.
#if defined(ACCESS_REFERENCE)
layout(buffer_reference, scalar, buffer_reference_align = BLOCK_ALIGN) readonly buffer BlockReference {
    Block block;
};
layout(binding = 0) readonly buffer Source { uint64_t source_address; };
#define BLOCK(index) (BlockReference(source_address) + (index)).block
#elif defined(ACCESS_WORDS)
layout(binding = 0) readonly buffer Source { uint source_words[]; };
#define WORD(index, at) source_words[(index) * BLOCK_WORDS + (at)]
#else
#ifndef BLOCK_ACCESS
#define BLOCK_ACCESS readonly
#endif
layout(scalar, binding = 0) BLOCK_ACCESS buffer Source { Block blocks[]; };
#define BLOCK(index) blocks[index]
#endif

void prepare_formats() {
#if defined(FORMAT_C4) && defined(TABLE_SHARED)
    [[unroll]] for (uint i = gl_LocalInvocationIndex; i < 16u; i += WORKGROUP) {
        table[i] = float(CODES[i]);
    }
    barrier();
#endif
}

#if defined(FORMAT_P4)
vec4 decode4(const uint index, const uint at) {
    const uint nibbles = uint(BLOCK(index).packed[at / 4u]);
    const uvec4 q = (uvec4(nibbles) >> uvec4(0u, 4u, 8u, 12u)) & 15u;
    return (vec4(q) - 8.0) * float(BLOCK(index).scale);
}
#elif defined(FORMAT_P4M)
vec4 decode4(const uint index, const uint at) {
#ifdef ACCESS_WORDS
    const vec2 scale_minimum = unpackHalf2x16(WORD(index, 0));
    const uint nibbles = WORD(index, 1 + at / 8u) >> ((at & 4u) * 4u);
#else
    const vec2 scale_minimum = vec2(BLOCK(index).scale_minimum);
    const uint nibbles = BLOCK(index).packed[at / 8u] >> ((at & 4u) * 4u);
#endif
    const vec4 q = vec4(nibbles & 0xFu, bitfieldExtract(nibbles, 4, 4), (nibbles >> 8) & 0xFu, bitfieldExtract(nibbles, 12, 4));
    return fma(q, vec4(scale_minimum.x), vec4(scale_minimum.y));
}
#elif defined(FORMAT_P5)
vec4 decode4(const uint index, const uint at) {
    const uint high = uint(BLOCK(index).high[at / 16u]) >> (at & 15u);
    const u8vec2 low = u8vec2(BLOCK(index).packed[at / 2u], BLOCK(index).packed[at / 2u + 1u]);
    uvec4 q = uvec4(low.x & uint8_t(15), low.x >> 4, low.y & uint8_t(15), low.y >> 4);
    q |= ((uvec4(high) >> uvec4(0, 1, 2, 3)) & 1u) << 4u;
    return vec4(ivec4(q) - 16) * float(BLOCK(index).scale);
}
#elif defined(FORMAT_P8)
vec4 decode4(const uint index, const uint at) {
    const i8vec4 q = i8vec4(BLOCK(index).values[at], BLOCK(index).values[at + 1], BLOCK(index).values[at + 2],
                            BLOCK(index).values[at + 3]);
    return vec4(q) * float(BLOCK(index).scale);
}
#elif defined(FORMAT_S4)
vec4 decode4(const uint index, const uint at) {
    const uint group = at / 16u;
#ifdef ACCESS_WORDS
    const vec2 scale_minimum = unpackHalf2x16(WORD(index, 0));
    const uint level = (WORD(index, 1 + group / 4u) >> (8u * (group & 3u))) & 0xFFu;
    const uint nibbles = WORD(index, 3 + at / 8u) >> ((at & 4u) * 4u);
#else
    const vec2 scale_minimum = vec2(BLOCK(index).scale_minimum);
    const uint level = uint(BLOCK(index).levels[group]);
    const uint nibbles = BLOCK(index).packed[at / 8u] >> ((at & 4u) * 4u);
#endif
    const float scale = scale_minimum.x * float(level & 15u);
    const float minimum = scale_minimum.y * float(level >> 4);
    vec4 q;
    [[unroll]] for (int i = 0; i < 4; ++i) {
        q[i] = float((nibbles >> (4 * i)) & 15u);
    }
    return q * scale - minimum;
}
#elif defined(FORMAT_C4)
vec4 decode4(const uint index, const uint at) {
    const float scale = uintBitsToFloat(uint(BLOCK(index).exponent) << 23);
    const u8vec4 four = BLOCK(index).packed[at / 8u];
    const u8vec2 two = (at & 4u) != 0u ? four.zw : four.xy;
    const uvec4 q = uvec4(two.x & uint8_t(0xF), two.x >> 4, two.y & uint8_t(0xF), two.y >> 4);
#ifdef TABLE_SHARED
    return vec4(table[q.x], table[q.y], table[q.z], table[q.w]) * scale;
#else
    return vec4(CODES[q.x], CODES[q.y], CODES[q.z], CODES[q.w]) * scale;
#endif
}
#endif
