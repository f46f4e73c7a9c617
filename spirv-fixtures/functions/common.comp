// compile: vulkan1.0
// Functions of section 8.3, with their corner cases.
// buffer(0): f32 = [-1.5, 2.5, 0.25, 3]
// buffer(1): f32 = [0; 48]
// expect buffer(1) ~= [1.5, -1, -2, -1, -1, 2, -1, 0.5, 2.5, -1.5, 3, 0.25, 2, 1, 0, 0.15625, 1, 0, -1.5, 2.5,
//                      1, 0, -0.5, -1, 10.5, 0.5, 4, 24, 3, 7] within 1e-6
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { float a; float b; float c; float d; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    r[0] = abs(a);
    r[1] = sign(a);
    r[2] = floor(a);
    r[3] = ceil(a);
    r[4] = trunc(a);
    r[5] = roundEven(b);
    r[6] = float(abs(-1)) * float(sign(-5));
    r[7] = fract(a);
    r[8] = max(a, b);
    r[9] = min(a, b);
    r[10] = clamp(9.0, a, d);
    r[11] = mod(c + d, 1.0);
    r[12] = mix(1.0, d, 0.5);
    r[13] = mix(c, 1.0, true);
    r[14] = step(c, a);
    r[15] = smoothstep(0.0, 1.0, c);
    r[16] = float(isnan(intBitsToFloat(0x7fc00000 + int(d) - 3)));
    r[17] = float(isinf(a));
    r[18] = mix(vec2(a), vec2(b), bvec2(false, true)).x;
    r[19] = mix(vec2(a), vec2(b), bvec2(false, true)).y;
    r[20] = float(clamp(-3, 1, 5));
    r[21] = float(min(uvec2(0, 7), 3u).x);
    float whole;
    r[22] = modf(a, whole);
    r[23] = whole;
    r[24] = fma(b, 3.0, d);
    int e;
    r[25] = frexp(4.0 + 0.0 * a, e) ;
    r[26] = float(e) + 1.0;
    r[27] = ldexp(d, 3);
    r[28] = float(max(ivec3(1, 2, 3), 2).z);
    r[29] = float(min(7u, uint(d) + 9u));
}
