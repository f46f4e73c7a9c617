// compile: vulkan1.1
// A mask that adds samples, too.
#version 450
#extension GL_NV_sample_mask_override_coverage : require
layout(override_coverage) out int gl_SampleMask[];
void main() {
    gl_SampleMask[0] = -1;
}
