// compile: vulkan1.0
// A block with an array and a structure in it, a structure, an array of matrices, parts of one location, and an instance array of
// blocks.
#version 450
struct Light { vec3 color; float power; };
layout(location = 0) out Block { vec4 first; float list[3]; Light light; } block;
layout(location = 6) flat out struct Pair { ivec2 a; uint b; } pair;
layout(location = 8) out mat2 matrices[2];
layout(location = 12, component = 0) out vec2 low;
layout(location = 12, component = 2) out float high;
layout(location = 13) out Many { float value; } many[2];
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.5, 1.0);
    block.first = vec4(1.0, 2.0, 3.0, 4.0);
    for (int i = 0; i < 3; i++) block.list[i] = float(5 + i);
    block.light = Light(vec3(8.0, 9.0, 10.0), 11.0);
    pair.a = ivec2(12, 13);
    pair.b = 14u;
    matrices[0] = mat2(15.0, 16.0, 17.0, 18.0);
    matrices[1] = mat2(19.0, 20.0, 21.0, 22.0);
    low = vec2(23.0, 24.0);
    high = 25.0;
    many[0].value = 26.0;
    many[1].value = 27.0;
}
