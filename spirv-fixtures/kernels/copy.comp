// compile: vulkan1.2
// val: scalar
// define: SOURCE_TYPE=float16_t SOURCE_BYTES=2 RESULT_BYTES=4 LONG_OFFSETS
// Copies a tensor of any strides to one of other strides and another type.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "strided.glsl"
#ifdef LONG_OFFSETS
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#endif
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters {
    Tensor source;
    Tensor result;
    Divisor divisors[3];
} p;
#ifdef LONG_OFFSETS
layout(buffer_reference, std430, buffer_reference_align = SOURCE_BYTES) buffer SourceElement { SOURCE_TYPE value; };
layout(buffer_reference, std430, buffer_reference_align = RESULT_BYTES) buffer ResultElement { RESULT_TYPE value; };
layout(binding = 0) readonly buffer Addresses { uint64_t source_address; uint64_t result_address; };
#else
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };
#endif

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= count(p.source)) {
        return;
    }
    const uvec4 at = coordinates(index, p.source, p.divisors);
#ifdef LONG_OFFSETS
    const uint64_t from = source_address + uint64_t(offset(at, p.source)) * SOURCE_BYTES;
    const uint64_t to = result_address + uint64_t(offset(at, p.result)) * RESULT_BYTES;
    ResultElement(to).value = RESULT_TYPE(SourceElement(from).value);
#else
    result[offset(at, p.result)] = RESULT_TYPE(source[offset(at, p.source)]);
#endif
}
