// compile: vulkan1.1 vulkan1.3
// Arrays of arrays of resources whose lengths are specialized: the one dimension has their product, which a pipeline knows.
#version 460
layout(local_size_x = 1) in;
layout(constant_id = 0) const int N = 2;
layout(constant_id = 1) const uint M = 3;
layout(binding = 0) uniform sampler2D inner[3][N];
layout(binding = 1) uniform sampler2D outer[M][4];
layout(binding = 2) buffer Data { vec4 v; } data[N][M];
layout(binding = 3) buffer Out { uint i; vec4 o; };
void main() {
    o = textureLod(inner[1][i], vec2(0), 0) + textureLod(inner[2][1], vec2(0), 0) + textureLod(outer[i][3], vec2(0), 0);
    data[1][i].v = o;
    data[0][2].v = o;
}
