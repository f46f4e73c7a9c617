// compile: vulkan1.3
// debug: lines
// dispatch: 1 1 1
// buffer(0): f32 = [1.0, 2.0, 30.0, 0.0]
// expect buffer(0) == [1.0, 2.0, 30.0, 28.0]
#version 460
#extension GL_GOOGLE_include_directive : require
#include "macros.h"
#include "functions.h"

layout(local_size_x = 1) in;

layout(set = 0, binding = 0) buffer Data { float values[4]; };

float half_of_it = 0.5;

// Line numbers of conditions, of each branch, and of the end of a function without `return`.
void grow(inout float sum, float by) {
    if (by > 20.0)
        sum += 1.0;
    else if (by >
             1.5)
        sum += 2.0;
    else {
        sum += 3.0;
    }
}

void main() {
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        grow(sum, values[i]);
    }
    // A macro is where it is called, whatever is in it.
    ADD_TO(sum, half_of_it);
    switch (int(sum)) {
    case 19:
        sum = twice(sum);
        break;
    default:
        sum = 0.0;
    }
    while (sum > 50.0)
        sum *= half_of_it;
#line 200 "generated.glsl"
    values[3] = floor(sum)
        - 1.0;
}
