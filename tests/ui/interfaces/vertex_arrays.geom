#version 450
layout(location = 0) in vec4 color[];
int early = color.length(); //~ error[GS0239]@19
layout(lines) in;
layout(points, max_vertices = 257) out; //~ error[GS0213]@31
layout(location = 1) in vec4 three[3]; //~ error[GS0239]@30
void main() {
    gl_Position = color[2]; //~ error[GS0315]@25
    gl_in[0].gl_Position = vec4(0); //~ error[GS0309]@5
    gl_Layer = gl_InvocationID + gl_PatchVerticesIn; //~ error[GS0503]@34
}
