#version 310 es
// compile: vulkan1.1
// `mediump` and `lowp` leave RelaxedPrecision on what is declared with them and on what is computed from nothing else.
precision mediump float;

layout(location = 0) in vec2 relaxed;
layout(location = 1) in highp vec2 full;
layout(location = 0) out vec4 color;

// lowp by default, and so is what is read from it.
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform highp sampler2D exact;
layout(binding = 2) uniform Block {
    vec4 tint;
    highp vec4 offset;
    // mediump by default in fragment shaders.
    int bits;
} block;

struct Pair {
    float relaxed;
    highp float full;
};

const highp float scale = 0.25;

highp float full_result(float x, highp float y) {
    return x + y;
}

float relaxed_result(inout vec2 x, int y) {
    x += 1.0;
    return x.x * float(y);
}

vec4 relaxed_operations() {
    vec4 sum = texture(picture, full) + block.tint;
    sum += sin(relaxed).xyxy * 2.0;
    // A selection has the precision of what it is chosen from.
    sum.x += full.x > 0.0 ? relaxed.x : relaxed.y;
    // Built-in functions with a precision of their own.
    sum.y += float(bitCount(block.bits)) + gl_PointCoord.x;
    return sum + unpackUnorm4x8(7u) * block.tint;
}

vec4 full_operations() {
    highp vec4 sum = texture(exact, relaxed) + block.tint;
    sum += (full + relaxed).xyxy;
    // A named constant has a precision, a literal has none.
    sum.x += relaxed.x * scale;
    sum.y += uintBitsToFloat(packUnorm2x16(relaxed));
    return sum + block.offset;
}

void main() {
    Pair pair = Pair(relaxed.x, full.x);
    vec2 variable = relaxed;
    color = relaxed_operations() + full_operations();
    color.x += relaxed_result(variable, block.bits) + full_result(variable.x, pair.full) * pair.relaxed;
    {
        precision highp float;
        float sum = pair.full + pair.full;
        color.y += sum;
    }
    float sum = pair.relaxed + pair.relaxed;
    color.z += sum;
}
