// compile: vulkan1.1
// `readonly` and `restrict` of what no shader writes are not in the module: NonWritable is for buffers and storage images.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std140) readonly restrict uniform Settings { uint a; restrict uint b; };
layout(binding = 1) readonly restrict uniform sampler2D colours;
layout(binding = 2) readonly uniform texture2D pages[2];
layout(binding = 4) restrict uniform sampler plain;
layout(binding = 3, std430) buffer Out { uint r[]; };
layout(push_constant) readonly restrict uniform Push { uint c; readonly uint d; };
float sampled(readonly sampler2D s) { return textureLod(s, vec2(0.5), 0.0).x; }
float sampled_too(sampler2D s) { return textureLod(s, vec2(0.25), 0.0).x; }
void main() {
    r[0] = a + b + c + d;
    r[1] = uint(sampled(colours) + sampled_too(colours) + textureLod(sampler2D(pages[1], plain), vec2(0.5), 0.0).x);
}
