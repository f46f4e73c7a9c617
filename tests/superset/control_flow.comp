// compile: vulkan1.1
// Loops, early exits, switch with default, nested selections.
// buffer(0): i32 = [0..32]
#version 450
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Data { int data[]; };

int steps(int n) {
    int count = 0;
    while (n != 1 && count < 200) {
        if (n % 2 == 0) {
            n = n / 2;
        } else {
            n = 3 * n + 1;
        }
        count += 1;
    }
    return count;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int start = data[i] + 1;
    int total = 0;
    for (int k = 0; k < 8; k++) {
        if (k == 5) {
            break;
        }
        if ((start & 1) == 1 && k == 2) {
            continue;
        }
        total += steps(start + k);
    }
    switch (start % 4) {
        case 0:
            total += 1000;
            break;
        case 1:
            total *= 2;
            break;
        default:
            total -= 7;
            break;
    }
    do {
        total += 1;
    } while (total < 0);
    data[i] = total;
}
