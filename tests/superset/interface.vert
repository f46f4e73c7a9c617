// compile: vulkan1.1
// Inputs, outputs and built-in variables of vertex shaders.
#version 460
layout(location = 0) in vec3 position;
layout(location = 1) in ivec2 indices;
layout(location = 2) in vec4 shift;
layout(location = 0) out vec4 color;
layout(location = 1) flat out int chosen;
layout(std140, set = 0, binding = 0) uniform Camera { mat4 view; vec4 eye; };
layout(set = 0, binding = 1) uniform texture2D heights;
layout(set = 0, binding = 2) uniform sampler filtered;

const vec2 CORNERS[3] = vec2[3](vec2(0.0), vec2(1.0, 0.0), vec2(0.0, 1.0));

void main() {
    vec2 corner = CORNERS[gl_VertexIndex % 3];
    float height = textureLod(sampler2D(heights, filtered), corner, 0.0).x;
    chosen = indices[gl_InstanceIndex & 1] + int(gl_BaseVertex) + int(gl_BaseInstance) + int(gl_DrawID);
    color = vec4(position + height, 1.0) - eye;
    gl_Position = view * (shift + vec4(position, 1.0));
    gl_PointSize = 2.0;
}
