#version 450
// Loops with every kind of jump, and a case that falls through to the next one.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { int data[]; };
int classify(int value) {
    int kind = 0;
    switch (value) {
    case 0:
    case 1:
        kind = 10;
    case 2:
        kind += 1;
        break;
    default:
        return -1;
    }
    return kind;
}
void main() {
    uint lane = gl_GlobalInvocationID.x;
    int sum = 0;
    for (int i = 0; i < 8; ++i) {
        if (i == 3) continue;
        if (data[i] < 0) break;
        sum += classify(data[i]);
    }
    do {
        sum /= 2;
    } while (sum > 100);
    data[lane] = sum > 0 && data[lane] != 0 ? sum : -sum;
}
