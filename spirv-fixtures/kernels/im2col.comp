// compile: vulkan1.2
// val: scalar
// define: RESULT_TYPE=float16_t
// Unfolds the windows of a convolution into rows of a matrix: [batch][oh][ow] rows of [channel][kh][kw].
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(constant_id = 1) const uint ELEMENTS = 2u;
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters {
    uint channels, iw, ih, ow, oh, kw, kh, batches;
    int sx, sy, px, py, dx, dy;
    uint row_stride;
} p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };

void main() {
    const uint oy = gl_WorkGroupID.y;
    const uint batch = gl_WorkGroupID.z;
    const uint kernel = p.kw * p.kh;
    const uint per_row = p.channels * kernel;
    [[unroll]] for (uint e = 0u; e < ELEMENTS; ++e) {
        const uint i = gl_WorkGroupID.x * WORKGROUP * ELEMENTS + e * WORKGROUP + gl_LocalInvocationID.x;
        if (i >= per_row * p.ow) {
            continue;
        }
        const uint ox = i / per_row, inside = i % per_row;
        const uint channel = inside / kernel, ky = inside % kernel / p.kw, kx = inside % p.kw;
        // Left of the image is far right of it in unsigned arithmetic.
        const uint x = ox * p.sx + kx * p.dx - p.px;
        const uint y = oy * p.sy + ky * p.dy - p.py;
        RESULT_TYPE value = RESULT_TYPE(0.0);
        if (x < p.iw && y < p.ih) {
            value = RESULT_TYPE(source[((batch * p.channels + channel) * p.ih + y) * p.iw + x]);
        }
        result[((batch * p.oh + oy) * p.ow + ox) * p.row_stride + inside] = value;
    }
}
