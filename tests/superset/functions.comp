// compile: vulkan1.1
// Overloads, out and inout parameters, arrays as parameters, structures as results.
// buffer(0): f32 = [0..64]
#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Data { float data[]; };

struct Pair {
    float low;
    float high;
};

float area(float side) { return side * side; }
float area(vec2 sides) { return sides.x * sides.y; }

void divide(float a, out float quotient, inout float count) {
    quotient = a / 4.0;
    count += 1.0;
}

Pair order(float a, float b) {
    if (a < b) {
        return Pair(a, b);
    }
    return Pair(b, a);
}

float sum(float values[4]) {
    float total = 0.0;
    for (int i = 0; i < 4; i++) {
        total += values[i];
    }
    return total;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = data[i];
    float quotient;
    float count = 2.0;
    divide(x, quotient, count);
    Pair pair = order(x, 5.0);
    float values[4] = float[4](x, quotient, count, pair.low);
    data[i] = area(x) + area(vec2(quotient, count));
    data[i + 16u] = sum(values);
    data[i + 32u] = pair.high - pair.low;
    data[i + 48u] = quotient;
}
