// compile: vulkan1.0
// Everything right of the middle is clipped by the first distance, and what lies below the middle by the second.
#version 450
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };
void main() {
    const vec2 place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
    gl_ClipDistance[0] = 0.5 - place.x;
    gl_ClipDistance[1] = 0.5 - place.y;
}
