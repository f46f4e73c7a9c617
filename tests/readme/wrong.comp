#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) buffer Output { uint total; };

void main() {
    uint sum = subgroupAdd(numbers[gl_GlobalInvocationID.x]);
    if (subgroupElect()) {
        atomicAdd(totl, sum);
    }
    numbers[gl_GlobalInvocationID] = 0;
}
