// Arrays whose size their uses give.
#version 460
const int LAST = 3;
void main() {
    int i = gl_VertexIndex;
    gl_ClipDistance[LAST] = 1;
    gl_ClipDistance[2 + 2] = 1;
    gl_CullDistance[i] = 1; //~ error[GS0238]
    gl_CullDistance[LAST - 1] = 1;
}
