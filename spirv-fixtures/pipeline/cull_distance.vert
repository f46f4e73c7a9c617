// compile: vulkan1.0
// topology: triangles
// stages: ../companions/constant.frag
// draw: 6
// target(0): r32ui 2d 2x1
// expect target(0) == [0, 1]
// The first triangle, over everything, is culled: all its distances are negative. The second, to the right, has one that is not.
#version 450
out gl_PerVertex { vec4 gl_Position; float gl_CullDistance[1]; };
void main() {
    const int corner = gl_VertexIndex % 3;
    const float left = gl_VertexIndex < 3 ? -1.0 : 0.0;
    gl_Position = vec4(corner == 1 ? 5.0 : left, corner == 2 ? 5.0 : -1.0, 0.0, 1.0);
    gl_CullDistance[0] = gl_VertexIndex == 5 ? 0.0 : -1.0;
}
