// compile: vulkan1.0
// A plane in pixels of a target of four by four.
#version 450
layout(location = 0) noperspective out vec2 place;
layout(location = 1) out Block { float x; } block;
void main() {
    const vec2 corner = vec2(gl_VertexIndex == 1 ? 8.0 : 0.0, gl_VertexIndex == 2 ? 8.0 : 0.0);
    gl_Position = vec4(corner / 2.0 - 1.0, 0.0, 1.0);
    place = corner;
    block.x = corner.x;
}
