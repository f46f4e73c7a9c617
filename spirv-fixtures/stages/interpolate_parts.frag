// compile: vulkan1.0
// Interpolated parts of inputs: components, elements, members. For a swizzle, the whole vector is interpolated.
#version 450
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b[3];
layout(location = 4) in Block { vec3 c; vec2 d[2]; };
layout(location = 8) in mat3 m;
layout(binding = 0) uniform Uniform { int i; };
layout(location = 0) out vec4 color;
void main() {
    color = vec4(interpolateAtCentroid(a.x)) + interpolateAtSample(a.wzyx, 1);
    color += vec4(interpolateAtOffset(b[i].zy, vec2(0.25)), interpolateAtCentroid(d[1]));
    color.xyz += interpolateAtCentroid(c.xxy) + interpolateAtCentroid(m[1]);
}
