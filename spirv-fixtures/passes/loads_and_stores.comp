// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// buffer(1): u32 = [10, 20, 30, 40]
// buffer(2): u32 = [0; 12]
// expect buffer(0) == [1, 2, 3, 4, 9, 6, 7, 8]
// expect buffer(1) == [10, 20, 30, 43]
// expect buffer(2) == [2, 5, 9, 60, 3, 7, 46, 43, 12, 0, 0, 0]
// What was read is not read again, unless it may have been written: by this index or another, in an arm, in an earlier
// round of a loop, by a called function, through another buffer that may be the same memory.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer A { uint head; uint a[]; };
layout(binding = 1) buffer B { uint b[4]; };
layout(binding = 2) restrict writeonly buffer Result { uint result[]; };
uint counter;
uint next() {
    counter += 3u;
    b[3] += 3u;
    return counter;
}
void main() {
    // Once is enough.
    result[0] = head + head;
    uint five = a[3];
    a[3] = 9u;
    result[1] = five;
    result[2] = a[3];
    // In an arm, and only in one of them.
    uint sum = b[0];
    if (five == 5u) {
        sum += b[1] + b[2];
        b[0] = 0u;
    } else {
        sum = 0u;
    }
    result[3] = sum + b[0];
    b[0] = 10u;
    // By a call.
    counter = 0u;
    uint before = b[3];
    uint first = next();
    result[4] = counter;
    result[5] = first + 4u;
    result[6] = b[3] + 3u;
    result[7] = before + 3u;
    // In an earlier round.
    uint rounds[2] = uint[](0u, 0u);
    uint old = 0u;
    for (uint i = 0u; i < 4u; i++) {
        old += rounds[i & 1u];
        rounds[i & 1u] += 6u;
        old += rounds[1u] - rounds[1u];
    }
    result[8] = old;
}
