// compile: vulkan1.1
// Built-in functions of floating-point numbers and vectors.
// buffer(0): f32 = [0.5, 0.25, 0.75, 0.125, 0.1, 0.9, 0.3, 0.6]
// buffer(1): f32 = [0; 64]
#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Data { float data[]; };
layout(std430, set = 0, binding = 1) buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = data[i];
    vec3 v = vec3(x, 1.0 - x, 0.5);
    result[i] = floor(4.0 * x) + ceil(3.0 * x) + fract(5.0 * x) + trunc(2.5 * x) + mod(7.0 * x, 0.75);
    result[i + 8u] = pow(x, 1.5) + sqrt(x) + inversesqrt(x) + exp2(x) + log2(x) + exp(x) + log(x);
    result[i + 16u] = sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan(x, 0.5);
    result[i + 24u] = mix(x, 2.0, 0.25) + step(0.4, x) + smoothstep(0.2, 0.8, x) + clamp(x, 0.2, 0.7) + min(x, 0.3) + max(x, 0.6);
    result[i + 32u] = length(v) + distance(v, vec3(1)) + dot(v, v.yzx) + cross(v, v.zxy).x + normalize(v).y;
    result[i + 40u] = reflect(v, vec3(0, 1, 0)).y + refract(normalize(v), vec3(0, 0, 1), 0.5).z + faceforward(v, v, v).x;
    result[i + 48u] = float(any(lessThan(v, vec3(0.3)))) + float(all(greaterThan(v, vec3(0.1)))) + float(not(equal(v, v.xxx)).y);
    result[i + 56u] = determinant(mat3(v, v.yzx * 2.0, vec3(1, 0, 2))) + transpose(mat2(x, 2, 3, 4))[0].y + sign(x - 0.5) + abs(x - 0.5);
}
