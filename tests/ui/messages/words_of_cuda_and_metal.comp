// Words of CUDA, Metal and WGSL.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

__shared__ float tile[64]; //~ error[GS0127]
__device__ float twice(float x) { return 2.0 * x; } //~ error[GS0127]

kernel void main() { //~ error[GS0127]
    thread float a = 1.0; //~ error[GS0127]
    f32 b; //~ error[GS0203]
    let c = 1.0; //~ error[GS0203]
    data[threadIdx.x] = twice(a); //~ error[GS0200]
    data[blockIdx.x] = 1.0; //~ error[GS0200]
    __syncthreads(); //~ error[GS0303]
    data[1] = __shfl_xor_sync(0xffffffffu, data[0], 16); //~ error[GS0303]
    data[2] = simd_sum(data[0]); //~ error[GS0303]
    threadgroup_barrier(); //~ error[GS0303]
}
