// compile: vulkan1.2
// val: scalar
// define: INDEX_AND_KEY
// The order that sorts each row: a bitonic network over a power of two, in shared memory. Places past the end of the
// row count as larger than everything.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint LOG2_PADDED = 6u;
const uint PADDED = 1u << LOG2_PADDED;

#define ASCENDING 0u
#define DESCENDING 1u
layout(push_constant) uniform Parameters { uint columns; uint order; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { int result[]; };

#ifdef INDEX_AND_KEY
struct Item { float key; uint index; };
shared Item items[PADDED];
#define INDEX(item) (item).index
#define KEY(item, base) (item).key
#define ITEM(i, base) Item((i) < p.columns ? float(source[(base) + (i)]) : 0.0, i)
#else
#define Item uint
shared uint items[PADDED];
#define INDEX(item) (item)
#define KEY(item, base) float(source[(base) + (item)])
#define ITEM(i, base) (i)
#endif

bool goes_before(const Item a, const Item b, const uint base) {
    if (INDEX(a) >= p.columns || INDEX(b) >= p.columns) {
        return INDEX(a) < INDEX(b);
    }
    const float x = KEY(a, base), y = KEY(b, base);
    return x == y ? INDEX(a) < INDEX(b) : p.order == ASCENDING ? x < y : x > y;
}

void main() {
    const uint base = gl_WorkGroupID.x * p.columns;
    for (uint i = gl_LocalInvocationIndex; i < PADDED; i += WORKGROUP) {
        items[i] = ITEM(i, base);
    }
    barrier();
    [[unroll]] for (uint size = 2u; size <= PADDED; size <<= 1) {
        [[unroll]] for (uint distance = size >> 1; distance != 0u; distance >>= 1) {
            for (uint i = gl_LocalInvocationIndex; i < PADDED; i += WORKGROUP) {
                const uint other = i ^ distance;
                if (other > i) {
                    const Item a = items[i], b = items[other];
                    const bool forward = (i & size) == 0u;
                    if (forward ? goes_before(b, a, base) : goes_before(a, b, base)) {
                        items[i] = b;
                        items[other] = a;
                    }
                }
            }
            barrier();
        }
    }
    for (uint i = gl_LocalInvocationIndex; i < p.columns; i += WORKGROUP) {
        result[base + i] = int(INDEX(items[i]));
    }
}
