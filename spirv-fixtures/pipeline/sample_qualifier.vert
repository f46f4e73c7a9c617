// compile: vulkan1.0
// A triangle that covers everything; what it hands on is where it is, in pixels.
#version 450
layout(location = 0) out vec2 place;
void main() {
    const vec2 corner = vec2(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1);
    gl_Position = vec4(corner, 0.0, 1.0);
    place = corner + 1.0;
}
