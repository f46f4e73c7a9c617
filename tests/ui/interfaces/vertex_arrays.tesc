#version 450
layout(location = 0) in vec4 single; //~ error[GS0239]@30
layout(location = 1) in vec4 three[3]; //~ error[GS0239]@30
layout(location = 0) out vec4 one; //~ error[GS0239]@31
layout(location = 1) out vec4 two[2]; //~ error[GS0239]@31
layout(location = 2) out vec4 colors[];
in Block { layout(location = 2) vec4 a; } block; //~ error[GS0239]@43
layout(vertices = 4) out;
layout(location = 3) patch out vec4 whole;
out gl_PerVertex { vec4 gl_Position; } other[]; //~ error[GS0238]@40
void main() {
    colors[0] = vec4(0); //~ error[GS0246]@5
    colors[gl_InvocationID + 0] = vec4(0); //~ error[GS0246]@5
    colors[gl_InvocationID].x++;
    gl_out[1].gl_Position.x += 1; //~ error[GS0246]@5
    colors = vec4[](vec4(0), vec4(0), vec4(0), vec4(0)); //~ error[GS0246]@5
    whole = colors[2];
    gl_Position = vec4(0); //~ error[GS0200]@5
}
