#version 310 es
// compile: vulkan1.1
// ESSL: precisions, a flat input, several outputs.
precision mediump float;
precision highp int;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int layer;
layout(location = 0) out vec4 color;
layout(location = 1) out highp uvec4 bits;
layout(binding = 0) uniform mediump sampler2D tex;
void main() {
    color = texture(tex, uv, 0.5) * float(layer);
    bits = floatBitsToUint(color);
    if (color.a < 0.5) discard;
}
