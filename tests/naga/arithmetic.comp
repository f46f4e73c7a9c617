#version 450
// Operations that WGSL has in a different form: `%` and `mod` with the sign of the divisor, carries, bits, special numbers.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { ivec4 signs; uvec4 words; vec4 numbers; mat2 matrix; };
void main() {
    signs.xy %= signs.zw;
    words.x = uaddCarry(words.x, words.y, words.z);
    signs.x = bitfieldExtract(signs.x, 4, 8) + findMSB(words.w) + bitCount(words.x);
    numbers.xy = mod(numbers.xy, 2.0) * (1.0 / 0.0);
    if (any(isnan(numbers))) numbers = mix(numbers, vec4(0), equal(signs, ivec4(words)));
    matrix = -matrix / 2.0 + transpose(matrix);
    if (matrix == mat2(1)) numbers.w = float(all(lessThan(numbers, vec4(1))));
}
