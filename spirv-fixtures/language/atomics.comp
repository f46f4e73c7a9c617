// compile: vulkan1.0 vulkan1.1
// Every atomic function on buffers and shared memory: the old value comes back, the new one is stored.
// buffer(0): u32 = [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7, 0]
// buffer(1): i32 = [-5, -5, 3]
// buffer(2): u32 = [0; 16]
// expect buffer(0) == [15, 3, 9, 0x0f, 0xff, 0x33, 42, 8, 32]
// expect buffer(1) == [-9, 4, 1]
// expect buffer(2) == [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7, 0xfffffffb, 0xfffffffb, 3, 33]
#version 450
layout(local_size_x = 32) in;
layout(binding = 0) buffer U { uint u[]; };
layout(binding = 1) buffer I { int i[]; };
layout(binding = 2) buffer Out { uint r[]; };
shared uint counter;
void main() {
    if (gl_LocalInvocationIndex == 0u) {
        counter = 1u;
        r[0] = atomicAdd(u[0], 10u);
        r[1] = atomicMin(u[1], 3u);
        r[2] = atomicMax(u[2], 9u);
        r[3] = atomicAnd(u[3], 0x0fu);
        r[4] = atomicOr(u[4], 0xf0u);
        r[5] = atomicXor(u[5], 0x0fu);
        r[6] = atomicExchange(u[6], 42u);
        r[7] = atomicCompSwap(u[7], 7u, 8u);
        r[8] = uint(atomicMin(i[0], -9));
        r[9] = uint(atomicMax(i[1], 4));
        r[10] = uint(atomicExchange(i[2], 1));
    }
    barrier();
    atomicAdd(u[8], 1u);
    atomicAdd(counter, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) r[11] = counter;
}
