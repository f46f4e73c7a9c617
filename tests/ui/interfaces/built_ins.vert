// Built-in variables that a shader declares anew in ways that there are none.
#version 460
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[9]; } //~ error[GS0238]
vertex; //~ error[GS0238]
out float gl_PointSize; //~ error[GS0238]
out float gl_CullDistance[2];
out float gl_CullDistance[3]; //~ error[GS0238]
invariant gl_VertexIndex; //~ error[GS0210]
layout(location = 0) out vec4 color;
void main() {
    invariant color; //~ error[GS0210]
}
