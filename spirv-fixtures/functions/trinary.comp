// compile: vulkan1.1
// AMD's minima, maxima and medians of three values, from GLSL.std.450.
#version 450
#extension GL_AMD_shader_trinary_minmax : require
layout(binding = 0, std430) buffer B { vec3 f; ivec2 i; uint u; };
void main() {
    f = min3(f, f.yzx, f.zxy) + max3(f, f.yzx, f.zxy) + mid3(f, f.yzx, f.zxy);
    i = min3(i, ivec2(1), i.yx) + max3(i, ivec2(1), i.yx) + mid3(i, ivec2(1), i.yx);
    u = min3(u, 1u, 2u) + max3(u, 1u, 2u) + mid3(u, 1u, 2u);
}
