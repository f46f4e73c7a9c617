// compile: vulkan1.1
// Arrays of resources without a size and without GL_EXT_nonuniform_qualifier: those that nothing indexes, and those whose
// indices are all constant and give them their size.
#version 450
layout(local_size_x = 1) in;
const int LAST = 2;
layout(binding = 0) uniform sampler2D unused[];
layout(binding = 1) uniform sampler2D colours[];
layout(binding = 2) uniform texture2D pages[];
layout(binding = 3) uniform sampler plain;
layout(binding = 4, std430) buffer Out { vec2 r; };
void main() {
    r.x = textureLod(colours[LAST + 1], vec2(0.5), 0.0).x + textureLod(colours[0], vec2(0.5), 0.0).x;
    r.y = textureLod(sampler2D(pages[LAST], plain), vec2(0.5), 0.0).y;
}
