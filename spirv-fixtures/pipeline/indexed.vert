// compile: vulkan1.0
// topology: triangle_strip restart
// index: u16 = [2, 0, 1, 65535, 3, 1, 0]
// draw: 7 1 10
// buffer(0): u32 = [0; 16]
// expect buffer(0) == [0; 10, 1, 1, 1, 1, 0, 0]
// Indexed vertices: gl_VertexIndex is the index and what the draw adds to it; 65535 starts another strip. How often a
// vertex that two triangles share is shaded is for the device to choose.
#version 450
layout(binding = 0) buffer Seen { uint seen[]; };
void main() {
    seen[gl_VertexIndex] = 1u;
    gl_Position = vec4(0.0);
}
