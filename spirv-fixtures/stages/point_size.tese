// compile: vulkan1.1
// Point sizes and clip distances are capabilities of their own.
#version 450
layout(quads, equal_spacing, ccw) in;
void main() {
    gl_PointSize = gl_in[1].gl_PointSize;
    gl_ClipDistance[1] = gl_in[0].gl_ClipDistance[2];
    gl_CullDistance[0] = gl_in[0].gl_CullDistance[0];
}
