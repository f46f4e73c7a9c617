// compile: vulkan1.2
// val: scalar
// define: STREAM_BITS
// One invocation decodes one stream of bytes: STREAM_VARINT, signed numbers of seven bits a byte; STREAM_RUNS, runs and
// literal bytes with an end mark; STREAM_BITS, prefix codes read bit by bit through a table.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint streams; uint limit; } p;
layout(scalar, binding = 0) readonly buffer Starts { u16vec2 bounds[]; };
layout(binding = 1) readonly buffer Bytes { uint8_t bytes[]; };
layout(binding = 2) writeonly buffer Result { int result[]; };
layout(binding = 3) buffer Lengths { uint lengths[]; };

struct Reader {
    uint at, end;
    uint buffered, bits;
};

bool more(const Reader r) { return r.at < r.end; }
uint next_byte(inout Reader r) { return r.at < r.end ? uint(bytes[r.at++]) : 0u; }

#ifdef STREAM_BITS
uint next_bit(inout Reader r) {
    if (r.bits == 0u) {
        r.buffered = next_byte(r);
        r.bits = 8u;
    }
    --r.bits;
    return r.buffered >> r.bits & 1u;
}
// A tree: what comes next on 0 and on 1; a negative number is a leaf.
const ivec2 TREE[5] = {{1, 2}, {-1, -2}, {3, 4}, {-3, -4}, {-5, -6}};
#endif

void put(const uint stream, inout uint count, const int value) {
    if (count < p.limit) {
        result[stream * p.limit + count++] = value;
    }
}

void main() {
    const uint stream = gl_GlobalInvocationID.x;
    if (stream >= p.streams) return;
    Reader r = {uint(bounds[stream].x), uint(bounds[stream].y), 0u, 0u};
    uint count = 0u;
#if defined(STREAM_VARINT)
    while (more(r)) {
        uint value = 0u, shift = 0u, byte;
        do {
            byte = next_byte(r);
            value |= (byte & 127u) << shift;
            if (shift >= 28u) continue;
            shift += 7u;
        } while ((byte & 128u) != 0u && more(r));
        put(stream, count, int(value >> 1) ^ -int(value & 1u));
    }
#elif defined(STREAM_RUNS)
    bool ended = false;
    for (uint round = 0u; round < 1000u && !ended; ++round) {
        const uint head = next_byte(r);
        switch (head >> 6) {
        case 0u:
            if (head == 0u) {
                ended = true;
                break;
            }
            for (uint i = 0u; i < head; ++i) {
                put(stream, count, int(int8_t(next_byte(r))));
            }
            break;
        case 1u:
            put(stream, count, 1000);
            // Falls through: a marked run.
        case 2u: {
            const int value = int(int8_t(next_byte(r)));
            for (uint i = 0u; i < (head & 63u); ++i) {
                if (i == 40u) break;
                put(stream, count, value);
            }
            break;
        }
        default:
            for (uint i = 0u;; ++i) {
                const uint byte = next_byte(r);
                if (byte == 255u) break;
                if ((byte & 1u) != 0u) continue;
                put(stream, count, int(byte) + int(head & 63u) * 256);
            }
        }
    }
#else
    while (true) {
        int node = 0;
        while (node >= 0) {
            const ivec2 entry = TREE[node];
            node = next_bit(r) == 0u ? entry.x : entry.y;
        }
        const int leaf = -node;
        if (leaf == 6) break;
        put(stream, count, leaf);
    }
#endif
    lengths[stream] += count;
}
