// No more distances than there can be, and two indices.
#version 460
layout(location = 0, index = 2) out vec4 third; //~ error[GS0213]
layout(location = 1) out vec4 color;
void main() {
    color = vec4(gl_ClipDistance[8]); //~ error[GS0238]
}
