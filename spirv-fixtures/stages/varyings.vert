// compile: vulkan1.1
// Goes with varyings.frag.
#version 450
layout(location = 0) in vec2 position;
layout(location = 1) in mat2 turn;
layout(location = 0) out Block { vec2 at; vec2 unused; } made[2];
layout(location = 4, component = 1) out float component;
layout(location = 4, component = 2) out vec2 rest;
layout(location = 5) noperspective out vec3 list[2];
struct Part { vec2 a; mat2 b; };
layout(location = 8) out Part part;
layout(location = 12) flat out ivec2 last;
void main() {
    gl_Position = vec4(position, 0, 1);
    made[0].at = turn * position;
    made[1].at = -position;
    last = ivec2(gl_VertexIndex, gl_InstanceIndex + 5);
    component = position.x;
    rest = vec2(2, position.y);
    list[0] = vec3(position, 3);
    list[1] = vec3(4);
    part.a = vec2(6, 7);
    part.b = mat2(position, 8, 9);
}
