// compile: vulkan1.1 vulkan1.3
// buffer(0): i32 = [0; 8]
// spec(1): i32 = [5]
// spec(2): u32 = [1]
// expect buffer(0) == [5, 7, 10, 5, 1, 40, 2, 9]
#version 450
#extension GL_EXT_spec_constant_composites : require
layout(local_size_x = 1) in;

layout(constant_id = 1) const int COUNT = 2;
layout(constant_id = 2) const bool WIDE = false;

struct Shape {
    int length;
    ivec2 steps;
    int weights[2];
};

const Shape SHAPE = Shape(COUNT, ivec2(COUNT + 2, 1), int[](COUNT * 2, COUNT));
const int TABLE[3] = int[](SHAPE.weights[1], 1, SHAPE.length * 8);
const float SCALE = WIDE ? 2.0 : 0.5;
const vec2 OFFSETS = WIDE ? vec2(9.0, 1.0) : vec2(3.0, 1.0);
const mat2 TURN = mat2(SCALE, 0.0, 0.0, SCALE);

layout(binding = 0) buffer Result { int result[]; };

shared int scratch[SHAPE.steps.x];

void main() {
    scratch[SHAPE.steps.x - 1] = SHAPE.steps.x;
    result[0] = SHAPE.length;
    result[1] = scratch[6];
    result[2] = SHAPE.weights[0];
    int at = 0;
    while (at < 3) {
        result[3 + at] = TABLE[at];
        at++;
    }
    result[6] = int(TURN[1].y);
    result[7] = int(OFFSETS.x);
}
