// compile: vulkan1.1
// dispatch: 1 1 1
// buffer(0): f32 = [0; 32]
// texture(1): r32f 2d 8x8 linear mips = [1; 85]
// expect buffer(0) ~= [3, 3, 3, 3, 5, 5, 5, 5, 8, 8, 8, 8, 2, 2, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1] within 1e-4
// Derivatives over quads of a workgroup, levels and biases that follow from them.
#version 450
#extension GL_KHR_compute_shader_derivatives : require
layout(derivative_group_quadsKHR) in;
layout(local_size_x = 2, local_size_y = 2) in;
layout(binding = 0) buffer Results { float results[]; };
layout(binding = 1) uniform sampler2D image;
void main() {
    const uint i = gl_LocalInvocationIndex;
    const vec2 place = vec2(gl_LocalInvocationID.xy);
    const float plane = 3.0 * place.x + 5.0 * place.y;
    results[i] = dFdx(plane);
    results[4 + i] = dFdyCoarse(plane);
    results[8 + i] = fwidthFine(plane);
    results[12 + i] = dFdxFine(place.x * (2.0 + 4.0 * place.y));
    // One texel a step: the base level.
    const vec2 coordinate = (place + 0.5) / 8.0;
    results[16 + i] = texture(image, coordinate).r;
    results[20 + i] = textureOffset(image, coordinate, ivec2(1, 0), 1.0).r;
    results[24 + i] = textureQueryLod(image, coordinate).x;
    results[28 + i] = textureProj(image, vec3(coordinate, 1.0)).r;
}
