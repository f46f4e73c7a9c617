// compile: vulkan1.0
// stages: interface.vert
// area: 1 1
// buffer(0): f32 = [0; 27]
// expect buffer(0) ~= [1..28]
// Everything arrives where it was sent to.
#version 450
struct Light { vec3 color; float power; };
layout(location = 0) in Block { vec4 first; float list[3]; Light light; } block;
layout(location = 6) flat in struct Pair { ivec2 a; uint b; } pair;
layout(location = 8) in mat2 matrices[2];
layout(location = 12, component = 0) in vec2 low;
layout(location = 12, component = 2) in float high;
layout(location = 13) in Many { float value; } many[2];
layout(binding = 0) buffer Seen { float seen[]; };
void main() {
    int next = 0;
    for (int i = 0; i < 4; i++) seen[next++] = block.first[i];
    for (int i = 0; i < 3; i++) seen[next++] = block.list[i];
    for (int i = 0; i < 3; i++) seen[next++] = block.light.color[i];
    seen[next++] = block.light.power;
    seen[next++] = float(pair.a.x);
    seen[next++] = float(pair.a.y);
    seen[next++] = float(pair.b);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            seen[next++] = matrices[i][j].x;
            seen[next++] = matrices[i][j].y;
        }
    seen[next++] = low.x;
    seen[next++] = low.y;
    seen[next++] = high;
    seen[next++] = many[0].value;
    seen[next++] = many[1].value;
}
