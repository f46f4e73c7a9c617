#version 450
layout(local_size_x = 1) in;
void main() {
    uint a = gl_SubgroupSize; //~ error[GS0500]@14
    float b = subgroupAdd(1.0); //~ error[GS0500]@15
    int64_t c; //~ error[GS0500]@5
    bool d = subgroupAll(true); //~ error[GS0500]@14
    float16_t e; //~ error[GS0500]@5
}
