// compile: vulkan1.0
// What the compiler computes on constants equals what the device computes on the same values from a buffer.
// buffer(0): i32 = [-7, 3, 40]
// buffer(1): f32 = [2.5, -0.75]
// buffer(2): u32 = [0; 32]
// expect buffer(2) == [1; 25]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer I { int a; int b; int c; };
layout(binding = 1) buffer F { float x; float y; };
layout(binding = 2) buffer Out { uint r[]; };
const int A = -7, B = 3, C = 40;
const float X = 2.5, Y = -0.75;
const vec3 V = vec3(X, Y, X * Y);
uint same(float p, float q) { return abs(p - q) <= 1e-5 * max(abs(p), 1.0) ? 1u : 0u; }
uint same(int p, int q) { return p == q ? 1u : 0u; }
void main() {
    vec3 v = vec3(x, y, x * y);
    r[0] = same(A / B, a / b);
    r[1] = same(A * B + C, a * b + c);
    r[2] = same(A >> 1, a >> 1);
    r[3] = same(A & C | B ^ 5, a & c | b ^ 5);
    r[4] = same(~A, ~a);
    r[5] = same(int(X), int(x));
    r[6] = same(int(Y), int(y));
    r[7] = same(X / Y, x / y);
    r[8] = same(sin(X), sin(x));
    r[9] = same(pow(X, 1.5), pow(x, 1.5));
    r[10] = same(floor(Y), floor(y));
    r[11] = same(mod(Y, X), mod(y, x));
    r[12] = same(dot(V, V), dot(v, v));
    r[13] = same(length(V.xy), length(v.xy));
    r[14] = same(cross(V, V.yzx).z, cross(v, v.yzx).z);
    r[15] = same(bitCount(A), bitCount(a));
    r[16] = same(findMSB(C), findMSB(c));
    r[17] = same(bitfieldExtract(A, 4, 8), bitfieldExtract(a, 4, 8));
    r[18] = same(clamp(C, B, 9), clamp(c, b, 9));
    r[19] = same(int(floatBitsToUint(X)), int(floatBitsToUint(x)));
    r[20] = same(determinant(mat2(X, Y, 1, B)), determinant(mat2(x, y, 1, b)));
    r[21] = same(mix(X, Y, 0.25), mix(x, y, 0.25));
    r[22] = same(A > B ? 1 : C, a > b ? 1 : c);
    r[23] = same(0x7fffffff + B, 0x7fffffff + b);
    r[24] = same(int(uint(A) / 2u), int(uint(a) / 2u));
}
