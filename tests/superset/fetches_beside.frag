// compile: vulkan1.1
// stages: look_ups.vert
// naga differs: it drops the offset
// target(0): rgba32f 2d 4x4
// sampler(0): linear
// separate(1): rgba32f 2d 4x4 = [0..64]
// The texel beside the one at a place.
#version 450
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler filtered;
layout(set = 0, binding = 1) uniform texture2D texels;

void main() {
    color = texelFetchOffset(sampler2D(texels, filtered), ivec2(at.xy), 0, ivec2(1));
}
