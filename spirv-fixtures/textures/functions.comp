// compile: vulkan1.0
// texture(0): rgba32f 2d 2x1 = [1, 2, 3, 4, 5, 6, 7, 8]
// separate(1): rgba32f 2d 1x1 = [9, 10, 11, 12]
// sampler(2): nearest
// buffer(3): f32 = [0; 8]
// expect buffer(3) == [5, 6, 7, 8, 9, 20, 11, 12]
// Textures and samplers as parameters of functions.
#version 450
layout(binding = 0) uniform sampler2D combined;
layout(binding = 1) uniform texture2D separate;
layout(binding = 2) uniform sampler how;
layout(binding = 3) buffer Values { vec4 values[]; };
vec4 right(sampler2D image, float y) { return textureLod(image, vec2(0.9, y), 0.0); }
vec4 fetch(texture2D image, sampler with) { return textureLod(sampler2D(image, with), vec2(0.5), 0.0) * vec4(1.0, 2.0, 1.0, 1.0); }
void main() {
    values[0] = right(combined, 0.5);
    values[1] = fetch(separate, how);
}
