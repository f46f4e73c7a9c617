// compile: vulkan1.1
// debug: full
// dispatch: 1 1 1
// buffer(0): f32 = [1.0, 2.0, 30.0, 0.0]
// texture(1): r32f 2d 1x1 = [1.0]
// expect buffer(0) == [1.0, 2.0, 30.0, 30.0]
#version 460
#extension GL_GOOGLE_include_directive : require
#include "macros.h"
#include "functions.h"

layout(local_size_x = 1) in;

// Members of every kind that the set has a type for, and one that is opaque.
struct Light {
    vec3 color;
    float weights[2];
    mat2x3 turn;
    bool on;
};

layout(set = 0, binding = 0) buffer Data { float values[4]; } data;
layout(set = 0, binding = 1) uniform sampler2D tex;
layout(constant_id = 3) const uint COUNT = 2;
shared uint tile[COUNT];

float half_of_it = 0.5;
const float LIMIT = 40.0;
const vec2 ORIGIN = vec2(0.0);

// Of the parameters, `sum` is a pointer, `by` a value, and `factor` is copied, as the body writes to it.
void grow(inout float sum, const float by, float factor) {
    factor += 1.0;
    sum += by * factor;
}

void main() {
    Light light;
    float sum = twice(half_of_it);
    for (int i = 0; i < 2; i++) {
        float value = data.values[i];
        grow(sum, value, 1.0);
        {
            float value = 1.0;
            sum += value;
        }
    }
    ADD_TO(sum, half_of_it);
    const uint FIRST = 0u;
    light.on = sum > LIMIT;
    if (light.on) {
        vec2 nowhere = ORIGIN;
        light.color = textureLod(tex, nowhere, 0.0).xyz;
    } else
        light.color = vec3(sum);
    tile[FIRST] = uint(sum);
#line 200 "generated.glsl"
    data.values[3] = float(tile[0]) + light.color.x - sum;
}
