// compile: vulkan1.0
// A triangle over everything right of 0.6 pixels; what it says of that edge is 0 there and grows to the right.
#version 450
layout(location = 0) noperspective centroid out float inside;
layout(location = 1) noperspective out float centre;
layout(location = 2) noperspective sample out float each;
void main() {
    const float edge = 0.6;
    const float x = gl_VertexIndex == 1 ? 20.0 : edge;
    gl_Position = vec4(x / 2.0 - 1.0, gl_VertexIndex == 2 ? 9.0 : -1.0, 0.0, 1.0);
    inside = x - edge;
    centre = x - edge;
    each = x - edge;
}
