// compile: vulkan1.1
// stages: interface.frag
// topology: triangle_strip
// draw: 4 1 1 0
// draw: 4 1 1 1
// attribute(0): rgb32f = [0; 3, -1, -1, 0.25, 1, -1, 0.5, -1, 1, 0.75, 1, 1, 0.5]
// attribute(1): rg32i instance = [3, 5, 7, 11]
// attribute(2): rgba32f instance = [0, 0, 0.125, 0.5, 0.5, 0.25, 0, 1]
// uniform(0): f32 = [0.5, 0, 0, 0, 0, 0.75, 0, 0, 0, 0, 0.5, 0, 0.125, 0, 0.25, 1, 0.1, 0.2, 0.3, 0.4]
// separate(0, 1): r32f 2d 2x2 = [0.25, 0.5, 0.75, 1]
// sampler(0, 2): linear
// uniform(1, 0): f32 = [0.5, 0.25, 0.75, 0.5, -1, 0.5, 0.25, 0.75, 0, 0, 1, 2, 9, 9, 9, 9, 3u32]
// push: f32 = [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0.5, 0, 1, 0.5, 0.75, 1, 1]
// target(0): rgba32f 2d 8x8
// target(1): r32ui 2d 8x8
// target(2): rgba32f 2d 8x8
// target(3): rgba32f 2d 8x8
// depth: d32f 2d 8x8 less_or_equal = [1; 64]
// Inputs, outputs and built-in variables of vertex shaders.
#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in ivec2 indices;
layout(location = 2) in vec4 shift;
layout(location = 0) out vec4 color;
layout(location = 1) flat out uint material;
layout(location = 2) noperspective out vec2 place;
layout(location = 3) centroid out vec3 normal;
layout(location = 4) sample out float shade;
layout(std140, set = 0, binding = 0) uniform Camera { mat4 view; vec4 eye; };
layout(set = 0, binding = 1) uniform texture2D heights;
layout(set = 0, binding = 2) uniform sampler filtered;

const vec2 CORNERS[3] = vec2[3](vec2(0.0), vec2(1.0, 0.0), vec2(0.0, 1.0));

void main() {
    vec2 corner = CORNERS[gl_VertexIndex % 3];
    float height = textureLod(sampler2D(heights, filtered), corner, 0.0).x;
    int chosen = indices[gl_InstanceIndex & 1] + int(gl_BaseVertex) * 100
        + int(gl_BaseInstance) * 1000 + int(gl_DrawID) * 10000;
    material = uint(chosen);
    color = vec4(position + height, 1.0) - eye;
    place = position.xy * 0.5 + 0.5;
    normal = vec3(position.xy, height);
    shade = height * float(gl_VertexIndex);
    gl_Position = view * (shift + vec4(position, 1.0));
    gl_PointSize = 1.0;
}
