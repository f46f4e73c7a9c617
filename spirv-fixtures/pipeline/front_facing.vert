// compile: vulkan1.0
// The left half clockwise, the right half counter-clockwise, seen with y downwards.
#version 450
void main() {
    const int corner = gl_VertexIndex % 3;
    const bool right = gl_VertexIndex >= 3;
    vec2 place = vec2(corner == 1 ? 1.0 : 0.0, corner == 2 ? 1.0 : 0.0) * 8.0;
    if (!right) place = vec2(-place.y, place.x);
    gl_Position = vec4(place + vec2(0.0, -1.0), 0.0, 1.0);
}
