#version 450
// The access of images follows from the shader; atomics on them have no result.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2D source;
layout(binding = 1, r32f) uniform image2DArray target;
layout(binding = 2, r32ui) uniform uimage2D histogram;
void put(writeonly image2DArray image, ivec3 at, float value) { imageStore(image, at, vec4(value)); }
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(source)))) return;
    vec4 texel = imageLoad(source, at);
    put(target, ivec3(at, 1), dot(texel.rgb, vec3(0.2, 0.7, 0.1)));
    imageAtomicAdd(histogram, ivec2(int(255.0 * texel.r), 0), 1u);
}
