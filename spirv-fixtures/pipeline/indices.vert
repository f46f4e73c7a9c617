// compile: vulkan1.0
// draw: 3 2 5 7
// buffer(0): u32 = [0; 24]
// expect buffer(0) == [5, 7, 6, 7, 7, 7, 5, 8, 6, 8, 7, 8, 0; 12]
// The indices of vertices and instances count from the first of the draw.
#version 450
layout(binding = 0) buffer Seen { uvec2 seen[]; };
void main() {
    const int slot = (gl_InstanceIndex - 7) * 3 + gl_VertexIndex - 5;
    seen[slot] = uvec2(gl_VertexIndex, gl_InstanceIndex);
    gl_Position = vec4(0.0);
}
