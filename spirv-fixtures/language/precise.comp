// compile: vulkan1.1
// What `precise` reaches (GLSL 4.60, 4.14): every operation whose result the same function takes, over however many
// variables, to a `precise` variable, member, parameter or result. Those of `relaxed` variables are not decorated.
// buffer(0): f32 = [2, 3, 4, 5]
// buffer(1): f32 = [0; 24]
// expect buffer(1) == [14, 15, 22, 14, 8, 6, 16, 20, 3, 14, 10, 12, 6, 14, 21, 10, 7, 17]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer In { float a, b, c, d; };
layout(binding = 1, std430) buffer Out { float r[]; };

precise float kept;

// The operations of a returned expression.
precise float result(float x, float y, float z) { return x + y * z; }

// What flows into the result over a variable.
precise float later(float x, float y) {
    float product = x * x;
    product += 6.0;
    float sum = product + 5.0;
    return sum;
}

float relaxed_result(float x, float y, float z) { return x * y + z * z; }

void outputs(float x, float y, precise out float strict, out float relaxed) {
    strict = x * y + 8.0;
    relaxed = x + y * 2.0;
}

void both(precise inout float x) { x += x * 3.0; }

float taker(precise in float x) { return x; }

struct Pair { precise float strict; float relaxed; };

void main() {
    r[0] = result(a, b, c);
    r[1] = later(a, b);
    r[2] = relaxed_result(a, b, c);

    // In front of the declaration that makes it `precise`, and behind branches.
    float term = a * b;
    if (a > b * 100.0) {
        term = c * d;
    }
    precise float sum = term + a * c;
    r[3] = sum;

    float relaxed;
    precise float strict;
    outputs(a - 1.0, b - 1.0, strict, relaxed);
    r[4] = strict - 2.0;
    r[5] = relaxed + 1.0;

    float changed = a * 2.0;
    both(changed);
    r[6] = changed;
    r[7] = taker(c * d);

    // Of a structure only the member, and of the other member what both take from one variable.
    Pair pair;
    float shared_by_both = a + 1.0;
    pair.strict = shared_by_both * 1.0;
    pair.relaxed = a * c + b * 2.0;
    r[8] = pair.strict;
    r[9] = pair.relaxed;

    // Conditions are not affected, values are.
    kept = a * b > 0.5 * c ? a + c * 2.0 : b - c * 2.0;
    r[10] = kept;

    // Over memory, elements together.
    float table[2];
    table[0] = a * b;
    table[1] = c * d;
    precise float first = table[int(a) - 2] * 2.0;
    r[11] = first;

    precise vec2 v;
    v.x = a * b;
    v.y = c + d;
    r[12] = v.x;

    float unused = a * a + c * d;
    r[13] = unused - 10.0;

    precise bool both_hold = a * b > 5.0 && c + d * 2.0 > a;
    r[14] = both_hold ? 21.0 : 0.0;

    // What is made precise after its declaration.
    float declared;
    precise declared;
    declared = a * d;
    r[15] = declared;
    declared = modf(a * 3.5, relaxed);
    r[16] = relaxed + declared;
    r[17] = fma(a, c, d + 4.0);
}
