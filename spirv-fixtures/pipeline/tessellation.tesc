// compile: vulkan1.0
// stages: tessellation.vert tessellation.tese
// topology: patches 4
// draw: 4
// buffer(0): f32 = [0; 36]
// expect buffer(0) == [
//     0, 0, 20.25, 8,   0.5, 0, 20.25, 8,   1, 0, 20.25, 8,
//     0, 0.5, 20.25, 8,   0.5, 0.5, 20.25, 8,   1, 0.5, 20.25, 8,
//     0, 1, 20.25, 8,   0.5, 1, 20.25, 8,   1, 1, 20.25, 8]
// Each invocation writes its own vertex, sees those of the others behind the barrier, and the first one writes what belongs to the patch.
#version 450
layout(vertices = 4) out;
layout(location = 0) in float weight[];
layout(location = 0) out float doubled[];
layout(location = 1) patch out float total;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    doubled[gl_InvocationID] = weight[gl_InvocationID] * 2.0;
    barrier();
    if (gl_InvocationID == 0) {
        total = 0.0;
        for (int i = 0; i < gl_PatchVerticesIn; i++) total += doubled[i];
        for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 2.0;
        gl_TessLevelInner[0] = gl_TessLevelInner[1] = 2.0;
    }
}
