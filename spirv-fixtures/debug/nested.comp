// compile: vulkan1.3
// debug: full
// dispatch: 1 1 1
// buffer(0): f32 = [0.0, 0.0]
// expect buffer(0) == [2.0, 8.0]
#version 460
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { float values[2]; };

// Scopes in a file that is included inside a function, and in a macro: `deep` and `part` are not in the outermost ones.
void add(out float sum) {
    sum = 0.0;
#include "sum.h"
}

#define QUADRUPLE(name)         \
    float name(float x) {       \
        float twice = x + x;    \
        {                       \
            float part = twice; \
            twice += part;      \
        }                       \
        return twice;           \
    }

QUADRUPLE(quadruple)

void main() {
    add(values[0]);
    values[1] = quadruple(values[0]);
}
