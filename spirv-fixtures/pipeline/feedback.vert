// compile: vulkan1.0
// topology: points
// draw: 3
// feedback(0): f32 = [0; 12]
// feedback(1): u32 = [0; 6]
// expect feedback(0) == [0, 1, 0, 0, 10, 11, 0, 0, 20, 21, 0, 0]
// expect feedback(1) == [5, 0, 6, 0, 7, 0]
// Outputs go to where their offsets say, in the order of the vertices.
#version 450
layout(xfb_buffer = 0, xfb_stride = 16) out;
layout(location = 0, xfb_buffer = 0, xfb_offset = 0) out vec2 pair;
layout(location = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 8) flat out uint number;
void main() {
    pair = vec2(0.0, 1.0) + 10.0 * gl_VertexIndex;
    number = 5u + gl_VertexIndex;
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
