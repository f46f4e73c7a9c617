// compile: vulkan1.1
// Interpolation functions on variables, members and elements; barycentrics' neighbours are in other files.
#version 450
layout(location = 0) in vec2 a;
layout(location = 1) sample in float b[3];
layout(location = 4) in Block { vec4 c; } block;
layout(location = 0) out vec4 color;
void main() {
    color = block.c + interpolateAtCentroid(block.c);
    color.xy += interpolateAtSample(a, gl_SampleID) + interpolateAtOffset(a, vec2(0.25));
    color.z += interpolateAtCentroid(b[1]);
}
