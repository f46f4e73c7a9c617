// compile: vulkan1.0 vulkan1.1 vulkan1.3
// Specialization constants of one width as those of another, which SPIR-V 1.4 has made easier.
// buffer(0): u32 = [0; 7]
// expect buffer(0) == [4294967295, 0, 4294967295, 4294967295, 4294967295, 7, 11]
#version 460
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint most = 4294967295u;
layout(constant_id = 1) const int minus_one = -1;
layout(constant_id = 2) const uint64_t address = 0x500000007ul;
const uint64_t wide = uint64_t(most);
const uint64_t wide_signed = uint64_t(minus_one);
const uint narrow = uint(address);
layout(constant_id = 3) const float ratio = 2.75;
const double ratio_wide = ratio;
const float ratio_narrow = float(ratio_wide);
layout(binding = 0) buffer Out { uint r[]; };
void main() {
    r[0] = uint(wide);
    r[1] = uint(wide >> 32);
    r[2] = uint(wide_signed);
    r[3] = uint(wide_signed >> 32);
    r[4] = uint(int64_t(most));
    r[5] = narrow;
    r[6] = uint(ratio_wide * 2.0lf + ratio_narrow * 2.0);
}
