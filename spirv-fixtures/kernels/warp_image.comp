// compile: vulkan1.2
// val: scalar
// define: GATHER
// Samples an image at places that an affine map gives: with a linear sampler, or from four gathered texels. Writes an
// image and the largest value.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x = 4, local_size_y = 4) in;
layout(push_constant) uniform Parameters { mat2x3 map; } p;  // columns: x and y of the result
layout(binding = 0) uniform sampler2D source;
layout(binding = 1, r32f) writeonly uniform image2D result;
layout(binding = 2) buffer Largest { uint largest; };

void main() {
    const ivec2 size = imageSize(result);
    const ivec2 to = ivec2(gl_GlobalInvocationID);
    if (any(greaterThanEqual(to, size))) return;
    const vec2 at = vec3(vec2(to) + 0.5, 1.0) * p.map;
#ifdef GATHER
    const vec2 texel = at * vec2(textureSize(source, 0)) - 0.5;
    const vec2 t = fract(texel);
    const vec4 four = textureGather(source, (floor(texel) + 1.0) / vec2(textureSize(source, 0)), 0);
    const float value = mix(mix(four.w, four.z, t.x), mix(four.x, four.y, t.x), t.y);
#else
    const float value = textureLod(source, at, 0.0).r;
#endif
    imageStore(result, to, vec4(value));
    // The bits of floats above zero have the order of the floats.
    atomicMax(largest, floatBitsToUint(value));
}
