// compile: vulkan1.1
// stages: look_ups.vert
// naga differs: it truncates the layer
// target(0): rgba32f 2d 4x4
// sampler(0): linear
// separate(1): rgba32f 2d_array 2x2x3 = [0..48]
// separate(2): rgba32f cube_array 1x1x12 = [0..48]
// A layer that is no integer is the nearest one (GLSL 4.60, 8.9).
#version 450
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler filtered;
layout(set = 0, binding = 1) uniform texture2DArray layers;
layout(set = 0, binding = 2) uniform textureCubeArray many;

void main() {
    color = texture(sampler2DArray(layers, filtered), vec3(at.xy, 0.75)) + texture(samplerCubeArray(many, filtered), at);
}
