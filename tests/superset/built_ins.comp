// compile: vulkan1.1
// Built-in functions over a range of arguments.
// buffer(0): f32 = [0..16]
// buffer(1): f32 = [0; 256]
#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Data { float data[]; };
layout(std430, set = 0, binding = 1) buffer Out { float results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = data[i] * 0.37 - 2.5;
    uint at = i * 16u;
    results[at] = abs(x) + sign(x);
    results[at + 1u] = floor(x) + ceil(x) * 10.0;
    results[at + 2u] = fract(x);
    results[at + 3u] = clamp(x, -1.0, 1.0);
    results[at + 4u] = mix(x, 3.0, 0.25);
    results[at + 5u] = smoothstep(-1.0, 1.0, x);
    results[at + 6u] = step(0.5, x);
    results[at + 7u] = sqrt(abs(x)) + inversesqrt(abs(x) + 1.0);
    results[at + 8u] = dot(vec3(x, 1.0, 2.0), vec3(0.5));
    results[at + 9u] = length(cross(vec3(x, 1.0, 0.0), vec3(0.0, 1.0, x)));
    results[at + 10u] = distance(vec2(x), vec2(1.0, 2.0));
    results[at + 11u] = reflect(vec2(x, 1.0), vec2(0.0, 1.0)).y;
    results[at + 12u] = float(floatBitsToInt(x) & 255);
    results[at + 13u] = float(bitCount(int(i) * 7) + findMSB(int(i) + 1));
    results[at + 14u] = all(lessThan(vec2(x), vec2(0.0))) ? 1.0 : 2.0;
    results[at + 15u] = max(min(x, 0.5), -0.5) + round(x * 4.1);
}
