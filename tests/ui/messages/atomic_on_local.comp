// Atomic operations need memory that others can reach.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    uint count = 0u;
    atomicAdd(count, 1u); //~ error[GS0323]
}
