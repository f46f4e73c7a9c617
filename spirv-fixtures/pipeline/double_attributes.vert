// compile: vulkan1.0
// topology: points
// draw: 2
// attribute(0): rgb64f = [1, 2, 3, 1e-300, 5, -6]
// attribute(2): r64f = [0.1, 7]
// buffer(0): f64 = [0; 8]
// expect buffer(0) == [1, 2, 3, 0.1, 1e-300, 5, -6, 7]
// Double inputs of more than two components take two locations.
#version 450
layout(location = 0) in dvec3 wide;
layout(location = 2) in double narrow;
layout(binding = 0) buffer Seen { dvec4 seen[]; };
void main() {
    seen[gl_VertexIndex] = dvec4(wide, narrow);
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
