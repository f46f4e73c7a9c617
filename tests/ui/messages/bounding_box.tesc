#version 320 es
layout(vertices = 3) out;
void main() {
    gl_BoundingBox[0] = vec4(-1.0); //~ error[GS0200]@5
}
