// compile: vulkan1.1 vulkan1.4
// Blocks in descriptor heaps: where their members lie depends on the sizes of descriptors.
#version 460
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;

layout(constant_id = 0) const uint materials_offset = 4096;

layout(push_constant) uniform Draw {
    uint sampler_offset;
    int material;
} draw;

layout(buffer_type, scalar) uniform Parameters {
    vec3 tint;
    float scale;
};
layout(buffer_type, std430) buffer Counters {
    uint hits;
    uint per_lane[];
};
layout(buffer_type) writeonly restrict buffer Log {
    uint entries[];
};

struct Material {
    texture2D albedo;
    Parameters parameters;
    vec3 fallback;
    uint flags;
};

layout(heap_offset = materials_offset) resourceheap Materials {
    uint count;
    layout(rgba16f) image2D target;
    buffer Counters counters;
    buffer Log log;
    layout(descriptor_size = 64) texture2D noise[4];
    layout(row_major) mat3 rotation;
    Material materials[];
} heap;

layout(heap_offset = draw.sampler_offset) samplerheap Samplers {
    float bias;
    sampler linear[2];
} samplers;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    uint index = min(uint(draw.material), heap.count - 1);
    vec4 color = texelFetch(heap.noise[3], at, 0);
    if ((heap.materials[index].flags & 1) != 0) {
        color += textureLod(sampler2D(heap.materials[index].albedo, samplers.linear[1]), vec2(0.5), samplers.bias);
        color.rgb *= heap.materials[index].parameters.tint * heap.materials[index].parameters.scale;
    } else {
        color.rgb += heap.rotation * heap.materials[index].fallback;
    }
    imageStore(heap.target, at, color);
    heap.log.entries[0] = index;
    heap.counters.per_lane[gl_LocalInvocationIndex] = atomicAdd(heap.counters.hits, 1);
}
