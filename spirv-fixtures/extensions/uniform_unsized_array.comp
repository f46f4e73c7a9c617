// compile: vulkan1.3
// val: skip because validators of SPIRV-Tools before 2025.4 do not allow OpTypeRuntimeArray in a uniform block
#version 450
#extension GL_EXT_uniform_buffer_unsized_array : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 4) in;

struct Entry {
    float value;
    vec3 direction;
};

layout(binding = 0) uniform Standard {
    uint count;
    float values[];
};

layout(binding = 1, scalar) uniform Packed {
    uint count;
    Entry entries[];
} packed_entries[2];

layout(binding = 3) buffer Result { vec4 result[]; };

void main() {
    uint index = gl_LocalInvocationIndex % count;
    result[index] = vec4(packed_entries[1].entries[index].direction, values[index] + packed_entries[0].entries[2].value);
}
