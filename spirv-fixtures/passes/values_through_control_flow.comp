// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [0, 1, 2, 3, 4, 5, 6, 7]
// buffer(1): u32 = [0; 40]
// expect buffer(1) == [1, 2, 3, 5, 8, 13, 21, 34, 2, 1, 2, 1, 2, 1, 2, 1, 11, 111, 1111, 12, 11, 111, 1111, 12,
//     0, 1, 3, 9, 9, 14, 20, 27, 0, 0, 1, 3, 6, 10, 14, 14]
// Variables that become values: through the rounds of a loop, swapped in each, through a switch whose cases fall into each
// other, past `continue` and `break`, and out of nested loops.
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer Data { uint data[]; };
layout(binding = 1) writeonly buffer Result { uint result[]; };
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint n = data[lane];
    // Two values that take each other's place.
    uint a = 1u, b = 1u;
    for (uint i = 0u; i < n; i++) {
        uint next = a + b;
        a = b;
        b = next;
    }
    result[lane] = n == 0u ? a : b;
    uint x = 1u, y = 2u;
    uint rounds = n;
    do {
        uint t = x;
        x = y;
        y = t;
    } while (rounds-- != 0u);
    result[8u + lane] = x;
    // Cases that fall.
    uint path = 0u;
    switch (n & 3u) {
    case 2u:
        path += 1000u;
    case 1u:
        path += 100u;
    case 0u:
        path += 10u;
        path += 1u;
        break;
    default:
        path = 12u;
    }
    result[16u + lane] = path;
    // `continue` and `break`.
    uint sum = 0u, skipped = 0u;
    for (uint i = 0u; i < 100u; i++) {
        if (i == 4u) {
            skipped = 3u;
            continue;
        }
        if (i > n) {
            break;
        }
        sum += i;
    }
    result[24u + lane] = sum + skipped;
    // Nested loops.
    uint total = 0u;
    for (uint i = 0u; i < n; i++) {
        for (uint j = 0u;; j++) {
            if (j == i) {
                break;
            }
            if (total > 12u) {
                total = 14u;
                i = 100u;
                break;
            }
            total++;
        }
    }
    result[32u + lane] = total;
}
