#version 450
layout(location = 0) in vec4 a;
layout(location = 0) in vec4 b; //~ error[GS0236]@30
in vec3 c; //~ error[GS0235]@9
layout(location = 4) in dvec4 d;
layout(location = 5) in vec4 e; //~ error[GS0236]@30
layout(location = 6, component = 2) in vec3 f; //~ error[GS0236]@45
layout(location = 7) in vec2 g;
layout(location = 7, component = 2) in ivec2 h; //~ error[GS0236]@46
out Block {
    layout(location = 0) vec4 x;
    vec4 y; //~ error[GS0235]@10
};
out Unplaced { vec4 z; vec4 w; } u; //~ error[GS0235]@5
void main() { gl_Position = a; }
