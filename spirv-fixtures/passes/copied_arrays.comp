// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [8, 3, 0, 0]
// buffer(1): u32 = [0; 20]
// expect buffer(1) == [0, 10, 11, 12, 13, 14, 15, 16, 17, 2, 12, 13, 24, 22, 18, 15, 16, 17, 5, 6]
// An array that a call copies there and back may be passed itself, unless the function can tell: two parameters are two variables,
// whatever is passed for them, and a function that names a variable does not write to the parameter.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Result { uint result[]; };

uint kept[8];

// Returns from within a loop, so that it stays a function.
uint seen(inout uint left[8], inout uint right[8], uint stop) {
    uint count = 0u;
    for (uint i = 0u; i < 8u; ++i) {
        if (i == stop) {
            return count;
        }
        left[i] += 10u;
        if (right[i] >= 10u) {
            ++count;
        }
    }
    right = left;
    return count;
}

// Adds to some elements; stays a function, too.
void grow(inout uint all[8], uint from, uint end) {
    for (uint i = from; i < 8u; ++i) {
        if (i == end) {
            return;
        }
        all[i] += i;
    }
}

// Is inlined.
void rename(inout uint mine[8]) {
    mine[data[2]] += 2u;
    kept[data[2]] = 100u;
}

void fill(out uint all[4], uint start) {
    for (uint i = 0u; i < 4u; ++i) {
        all[i] = start + i;
    }
}

void main() {
    uint all[8];
    for (uint i = 0u; i < 8u; ++i) {
        all[i] = i;
    }
    result[0] = seen(all, all, data[0]);
    for (uint i = 0u; i < 8u; ++i) {
        result[1u + i] = all[i];
    }
    rename(kept);
    result[9] = kept[data[2]];
    all[0] = 12u;
    all[1] = 13u;
    all[2] = 14u;
    for (uint k = 0u; k < 3u; ++k) {
        grow(all, 2u, 5u - k);
    }
    grow(all, 2u, 3u);
    grow(all, 2u, 4u);
    for (uint i = 0u; i < 8u; ++i) {
        result[10u + i] = all[i];
    }
    uint some[4];
    fill(some, data[1] + 2u);
    result[18] = some[data[2]];
    result[19] = some[1u + data[2]];
}
