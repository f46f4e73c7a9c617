// compile: vulkan1.1
// draw: 1 1 4 2
// draw: 1 2 6 8
// topology: points
// buffer(0): i32 = [0; 12]
// expect buffer(0) == [4, 2, 0, 1, 6, 8, 1, 1, 6, 8, 1, 1]
// The parameters of each draw of an indirect call.
#version 460
layout(binding = 0) buffer Seen { ivec4 seen[]; };
void main() {
    seen[gl_DrawID + gl_InstanceIndex - gl_BaseInstance] = ivec4(gl_BaseVertex, gl_BaseInstance, gl_DrawID, 1);
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
