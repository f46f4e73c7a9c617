// compile: vulkan1.0
// stages: geometry.vert
// topology: points
// draw: 3
// feedback(0): f32 = [0; 6]
// feedback(1): f32 = [0; 6]
// expect feedback(0) == [10, 11, 12, 0, 0, 0]
// expect feedback(1) == [110, 210, 111, 211, 112, 212]
// One vertex on stream 0, two on stream 1, for each point.
#version 450
layout(points) in;
layout(points, max_vertices = 3) out;
layout(location = 0) in Point { int column; flat uint number; } points[];
layout(location = 0, stream = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out float one;
layout(location = 1, stream = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 4) out float two;
void main() {
    one = float(points[0].number);
    EmitStreamVertex(0);
    EndStreamPrimitive(0);
    for (int i = 1; i < 3; i++) {
        two = float(points[0].number) + 100.0 * i;
        EmitStreamVertex(1);
        EndStreamPrimitive(1);
    }
}
