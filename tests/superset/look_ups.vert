// compile: vulkan1.1
// Drawn by look_ups.frag: a triangle that covers everything, with coordinates for textures.
#version 450
layout(location = 0) out vec4 at;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    at = vec4(corner * 1.75 + 0.125, 0.25 + corner.x, 0.75 + corner.y * 0.5);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.5, 1.0);
}
