// compile: vulkan1.1
// Since SPIR-V 1.3 reductions are those of Khronos.
// dispatch: 1 1 1
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [64, 63, 0, 0]
#version 450
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Result { uint sum; uint greatest; uint least; uint unused; };
void main() {
    uint id = gl_LocalInvocationIndex;
    atomicAdd(sum, addInvocationsInclusiveScanNonUniformAMD(1u) - addInvocationsExclusiveScanNonUniformAMD(1u));
    atomicMax(greatest, maxInvocationsAMD(id));
    atomicMin(least, minInvocationsNonUniformAMD(id));
}
