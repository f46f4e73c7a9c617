// compile: vulkan1.1
// stages: look_ups.vert
// naga differs: it takes the second component as the reference
// target(0): r32f 2d 4x4
// sampler(0): shadow
// separate(1): d32f 1d 4 = [0.1, 0.4, 0.6, 0.9]
// The third component is the reference, although the second has no meaning (GLSL 4.60, 8.9.2).
#version 450
layout(location = 0) in vec4 at;
layout(location = 0) out float lit;
layout(set = 0, binding = 0) uniform samplerShadow compared;
layout(set = 0, binding = 1) uniform texture1D depths;

void main() {
    lit = texture(sampler1DShadow(depths, compared), at.xyz);
}
