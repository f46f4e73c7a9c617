// compile: vulkan1.0
// topology: points
// draw: 2
// feedback(0): f32 = [0; 10]
// feedback(1): f32 = [0; 10]
// expect feedback(0) == [0, 1, 2, 3, 4, 0, 11, 12, 13, 14]
// expect feedback(1) == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
// The offset of a block is that of its first member, and the others lie behind each other; an array is as long as its uses need.
#version 450
layout(location = 0, xfb_buffer = 0, xfb_offset = 4) out Block { vec2 pair; float list[]; };
layout(xfb_buffer = 1, xfb_offset = 0) out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
void main() {
    float first = 10.0 * gl_VertexIndex;
    pair = vec2(first + 1.0, first + 2.0);
    list[0] = first + 3.0;
    list[1] = first + 4.0;
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
