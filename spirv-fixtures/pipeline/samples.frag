// compile: vulkan1.0
// samples: 4
// target(0): rgba32f 2d 2x1
// buffer(0): u32 = [0; 4]
// expect target(0) == [1.5, 0.5, 0.5, 1, 1.5, 0.5, 0.5, 1]
// expect buffer(0) == [2, 2, 2, 2]
// Once per sample: the mean of the samples' numbers and of their places. Each run covers its own sample only.
#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) buffer Counts { uint counts[4]; };
void main() {
    atomicAdd(counts[gl_SampleID], gl_SampleMaskIn[0] == 1 << gl_SampleID ? 1u : 100u);
    color = vec4(gl_SampleID, gl_SamplePosition, 1.0);
}
