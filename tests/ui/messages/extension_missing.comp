// All uses that one line fixes are one error.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    data[0] = subgroupAdd(data[0]); //~ error[GS0500]
    data[1] = subgroupMul(data[1]);
    data[2] = subgroupInclusiveAdd(data[2]);
    data[3] = subgroupShuffle(data[3], 1u); //~ error[GS0500]
}
