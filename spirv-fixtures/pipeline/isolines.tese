// compile: vulkan1.0
// stages: isolines.vert isolines.tesc
// topology: patches 1
// draw: 2
// buffer(0): u32 = [0; 8]
// expect buffer(0) == [1, 1, 1, 1, 1, 1, 1, 1]
// Points along two lines of each of two patches, one for each place.
#version 450
layout(isolines, point_mode) in;
layout(binding = 0) buffer Counts { uint counts[8]; };
void main() {
    const int line = int(gl_TessCoord.y * 2.0);
    const int point = int(gl_TessCoord.x);
    atomicAdd(counts[gl_PrimitiveID * 4 + line * 2 + point], 1u);
    gl_Position = gl_in[0].gl_Position;
    gl_PointSize = 1.0;
}
