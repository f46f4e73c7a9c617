// compile: vulkan1.0
// stages: geometry.vert
// topology: lines_adjacency
// draw: 8
// buffer(0): u32 = [0; 8]
// expect buffer(0) == [10, 11, 12, 13, 14, 15, 16, 17]
// A line and its neighbours. No more vertices than four arrive, whatever the array is declared with.
#version 450
layout(lines_adjacency) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in Point { int column; flat uint number; } points[];
layout(binding = 0) buffer Seen { uint seen[8]; };
void main() {
    for (int i = 0; i < points.length(); i++) seen[gl_PrimitiveIDIn * 4 + i] = points[i].number;
}
