// compile: vulkan1.0
// Before SPIR-V 1.3 the instructions are those of AMD.
#version 450
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Result { vec4 sum; ivec2 least; };
void main() {
    sum = addInvocationsNonUniformAMD(sum);
    least = minInvocationsExclusiveScanAMD(least);
}
