// compile: vulkan1.2
// val: scalar
// define: VALUE_TYPE=float16_t
// Attention of one query over keys and values that lie in pages anywhere in memory: a table of references for each
// sequence, pages with a header, keys and values. An invocation has a sequence and a head.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x_id = 0) in;
#define HEAD_SIZE 4
#define PER_PAGE 3
#define MAX_PAGES 3

struct Token { VALUE_TYPE key[HEAD_SIZE]; VALUE_TYPE value[HEAD_SIZE]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer Page {
    uint used;
    float factor;
    Token tokens[PER_PAGE];
};
layout(buffer_reference, scalar, buffer_reference_align = 4) readonly buffer Query { float q[HEAD_SIZE]; };
struct Sequence { Page pages[MAX_PAGES]; Query query; };
layout(scalar, binding = 0) readonly buffer Sequences { Sequence sequences[]; };
layout(push_constant) uniform Parameters { uint count; float scale; } p;
layout(binding = 1) writeonly buffer Result { float result[]; };

struct Running { float highest; float sum; float values[HEAD_SIZE]; };

void add(inout Running r, const float logit, const Token token) {
    const float top = max(r.highest, logit);
    const float before = exp(r.highest - top), weight = exp(logit - top);
    r.highest = top;
    r.sum = r.sum * before + weight;
    [[unroll]] for (int i = 0; i < HEAD_SIZE; ++i) {
        r.values[i] = r.values[i] * before + weight * float(token.value[i]);
    }
}

float logit(const Query query, const Page page, const uint i) {
    float sum = 0.0;
    for (int d = 0; d < HEAD_SIZE; ++d) {
        sum += query.q[d] * float(page.tokens[i].key[d]);
    }
    return sum * p.scale;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= p.count) return;
    Sequence sequence = sequences[i];
    Running r;
    r.highest = -1.0e30;
    r.sum = 0.0;
    for (int d = 0; d < HEAD_SIZE; ++d) r.values[d] = 0.0;
    Page last = sequence.pages[0];
    for (int j = 0; j < sequence.pages.length(); ++j) {
        Page page = sequence.pages[j];
        // The same page again is the end.
        if (j > 0 && uint64_t(page) == uint64_t(last)) break;
        for (uint t = 0u; t < page.used; ++t) {
            add(r, logit(sequence.query, page, t) * page.factor, page.tokens[t]);
        }
        last = page;
    }
    for (int d = 0; d < HEAD_SIZE; ++d) {
        result[i * HEAD_SIZE + d] = r.values[d] / r.sum;
    }
}
