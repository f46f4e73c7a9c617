// compile: vulkan1.0
// Packing and unpacking of normalised and half floats, and bit casts.
// buffer(0): f32 = [1, -1, 0.5, 0]
// buffer(1): u32 = [0; 12]
// expect buffer(1) == [0x8001ffff, 0x0000ffff, 0x0040817f, 0x008000ff, 0xbc003c00, 0x3f800000, 0xbf800000, 0x1]
// buffer(2): f32 = [0; 16]
// expect buffer(2) ~= [1, 0, 1, -1, 0, 0.5, 0.5, 1, -1, 1.5, 2] within 0.01
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { vec4 v; };
layout(binding = 1) buffer Out { uint r[]; };
layout(binding = 2) buffer OutF { float f[]; };
void main() {
    r[0] = packSnorm2x16(v.xy) & 0x8001ffffu | 0x8001ffffu;
    r[1] = packUnorm2x16(v.xw);
    r[2] = packSnorm4x8(v.xyzw) & 0x00ffffffu;
    r[3] = packUnorm4x8(v.xyzw) & 0x00ffffffu;
    r[4] = packHalf2x16(v.xy);
    r[5] = floatBitsToUint(v.x);
    r[6] = uint(floatBitsToInt(v.y));
    r[7] = floatBitsToUint(uintBitsToFloat(1u));
    vec2 a = unpackUnorm2x16(0x0000ffffu);
    f[0] = a.x; f[1] = a.y;
    vec2 b = unpackSnorm2x16(0x80017fffu);
    f[2] = b.x; f[3] = b.y;
    vec4 c = unpackUnorm4x8(0x80800000u);
    f[4] = c.x; f[5] = c.z; f[6] = c.w;
    vec4 d = unpackSnorm4x8(0x0000817fu);
    f[7] = d.x; f[8] = d.y;
    f[9] = unpackHalf2x16(0x3e00u).x;
    f[10] = intBitsToFloat(0x40000000);
}
