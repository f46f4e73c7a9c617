// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [1, 2, 0, 0]
// buffer(1): u32 = [0; 8]
// expect buffer(1) == [101, 102, 5, 5, 1, 2, 13, 20]
// A variable outside functions may become one of the only function that uses it, unless a call can read what an earlier call wrote.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Result { uint result[]; };

uint calls = 100u;
uint sometimes;
uint looped;
uint always[2];

// All of them return from within a loop, so that they stay functions.
uint counted(uint end) {
    for (uint i = 0u; i < 8u; ++i) {
        if (i == end) {
            return ++calls;
        }
    }
    return 0u;
}

uint kept(bool writes, uint end) {
    if (writes) {
        sometimes = 5u;
    }
    for (uint i = 0u; i < 8u; ++i) {
        if (i == end) {
            return sometimes;
        }
    }
    return 0u;
}

uint last(uint count) {
    for (uint i = 0u; i < count; ++i) {
        looped = i + 1u;
        if (i == 6u) {
            return 0u;
        }
    }
    return looped;
}

uint summed(uint first, uint end) {
    always[0] = first;
    always[1] = first + 1u;
    for (uint i = 0u; i < 8u; ++i) {
        if (i == end) {
            return always[0] + always[1];
        }
        always[1] += always[0];
    }
    return 0u;
}

void main() {
    result[0] = counted(data[0]);
    result[1] = counted(data[1]);
    result[2] = kept(true, data[0]);
    result[3] = kept(false, data[1]);
    result[4] = last(data[0]);
    uint none = last(data[1]);
    result[5] = last(data[2]);
    result[6] = summed(data[0] + 3u, data[0]);
    result[7] = summed(data[1] + 3u, data[1]) + none - 3u;
}
