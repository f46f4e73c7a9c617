// compile: vulkan1.3
#version 450
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_buffer_reference : require
#pragma shader_64bit_indexing
#pragma promote_uint32_indices
layout(local_size_x = 1) in;

layout(buffer_reference) buffer Pointed { float values[]; };

layout(binding = 0) buffer Data {
    uint count;
    float values[];
};
layout(binding = 1) uniform Settings {
    int64_t start;
    Pointed pointed;
};

void main() {
    // Unsized arrays in buffers take 64 bits, and `uint` with the pragma.
    values[start] = values[count] + pointed.values[uint64_t(start) + 1ul];
    // All else is smaller.
    float few[4] = float[](1.0, 2.0, 3.0, 4.0);
    vec4 four = vec4(few[start], few[count], few[1l], 0.0);
    values[values.length64() - 1l] = four[start] + float(few.length64());
    // Signed indices of 32 bits stay as they are.
    values[int(count)] = float(values.length());
}
