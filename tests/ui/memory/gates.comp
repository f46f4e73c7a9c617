#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(binding = 0) buffer B { uint u; uint64_t l; float f; };
int nonprivate = 1;
void subgroupcoherent(int devicecoherent) {}
void main() {
    int workgroupcoherent = nonprivate;
    subgroupcoherent(workgroupcoherent);
    int scope = gl_ScopeQueueFamily; //~ error[GS0500]
    int storage = gl_StorageSemanticsBuffer;
    int order = gl_SemanticsRelaxed;
    memoryBarrier(1, 64, 8);
    controlBarrier(2, 2, 64, 8);
    atomicAdd(u, 1u, 1, 0, 0);
    atomicLoad(u, 1, 0, 0);
    controlBarrierArrive(); //~ error[GS0500]
    atomicAdd(l, 1ul); //~ error[GS0500]
    atomicAdd(f, 1.0); //~ error[GS0500]
}
