// compile: vulkan1.1
// Structures in structures, arrays of them, copies, and matrices as members.
// buffer(0): f32 = [0..32]
#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Data { float data[]; };

struct Inner {
    vec2 low;
    float high;
};

struct Outer {
    Inner parts[2];
    mat3 turn;
    int count;
};

Outer made(float x) {
    Inner first = Inner(vec2(x, 1.0), 2.0 * x);
    Inner second = first;
    second.low.y += 0.5;
    return Outer(Inner[2](first, second), mat3(x, 1.0, 2.0, 3.0, 4.0, x, 6.0, 7.0, 8.0), int(x));
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x0 = data[i];
    Outer outer = made(x0);
    Outer copy = outer;
    copy.parts[1].high = 7.0;
    copy.turn[1] = vec3(-1.0, x0, 2.0);
    vec3 turned = copy.turn * vec3(outer.parts[1].low, 1.0);
    data[i] = turned.x + turned.y;
    data[i + 8u] = outer.parts[i % 2u].low.y + copy.parts[1].high;
    data[i + 16u] = float(copy.count / 2) + outer.turn[1].x;
    data[i + 24u] = outer.parts[0].high;
}
