// compile: vulkan1.1 vulkan1.3
// Explicitly sized types in arithmetic: wrapping, signs, conversions, literals, built-ins, packing.
// buffer(0): i32 = [200, -3, 70000, 5]
// buffer(1): i32 = [0; 10]
// expect buffer(1) == [-112, 188, 4464, -3, 9, 262146, 67305985, 5, 1, -2]
// buffer(2): i64 = [0; 4]
// expect buffer(2) == [0x100000005, -3, 0x4000300020001, 4611686018427387904]
// buffer(3): f32 = [0; 4]
// expect buffer(3) == [2048.0, 1.5, 4.0, 5.0]
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int v[4]; };
layout(binding = 1) buffer Out { int r[]; };
layout(binding = 2) buffer Wide { int64_t w[]; };
layout(binding = 3) buffer Floats { float f[]; };
int widen(int8_t x) { return x; }
void main() {
    int8_t small = int8_t(v[0]);
    r[0] = small * 2s;
    r[1] = int(uint8_t(small + int8_t(-12)));
    r[2] = int(uint16_t(v[2]));
    r[3] = widen(int8_t(v[1]));
    i16vec2 a = i16vec2(v[1], v[3]);
    r[4] = int(abs(a.x) * 3s);
    r[5] = pack32(i16vec2(2, 4));
    r[6] = pack32(u8vec4(1, 2, 3, 4)) == 67305985u ? 67305985 : 0;
    r[7] = max(a, i16vec2(0s)).y;
    r[8] = int(int16BitsToFloat16(15360s));
    r[9] = int(clamp(a.x, -2s, 2s));
    w[0] = pack64(i32vec2(v[3], 1));
    w[1] = v[1];
    w[2] = pack64(u16vec4(1, 2, 3, 4)) == 0x4000300020001ul ? 0x4000300020001l : 0l;
    w[3] = 1l << 62;
    float16_t half_ = 2047.0hf + float16_t(v[3] - 4);
    f[0] = half_;
    f[1] = float16_t(1.5);
    f[2] = length(f16vec2(0.0hf, 4.0hf));
    f[3] = (f16mat2(1.0hf) * f16vec2(5.0hf, 1.0hf)).x;
}
