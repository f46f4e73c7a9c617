// compile: vulkan1.0 vulkan1.1 vulkan1.3
// Inputs from interface.vert.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) flat in ivec2 id;
layout(location = 2) noperspective centroid in float depth;
layout(location = 2, component = 1) noperspective centroid in float height;
layout(location = 3) in Block {
    vec4 a;
    mat3 m;
    layout(location = 8) flat uint c;
} block;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 second;
layout(binding = 1) uniform sampler2D tex;
layout(early_fragment_tests) in;

void main() {
    color = texture(tex, uv) + gl_FragCoord + vec4(id, block.m[1].xy) + dFdx(block.a);
    second = vec4(depth, height, block.c, gl_FrontFacing ? 1 : 0);
}
