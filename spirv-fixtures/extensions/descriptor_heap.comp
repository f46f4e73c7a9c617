// compile: vulkan1.1 vulkan1.3
// Every kind of resource in a heap: two untyped variables, and arrays that overlay them. The index is passed to functions.
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_ray_query : require
layout(local_size_x = 8) in;
layout(descriptor_heap) uniform sampler samplers[];
layout(descriptor_heap) uniform texture2D textures[];
layout(descriptor_heap, r32ui) uniform uimage2D counters[];
layout(descriptor_heap, rgba8, descriptor_stride = 64) writeonly uniform image2D targets[16];
layout(descriptor_heap) uniform accelerationStructureEXT scenes[];
layout(descriptor_heap, std430) buffer Numbers { uint count; vec4 v[]; } numbers[];
layout(descriptor_heap, descriptor_stride = 256) uniform Settings { mat4 m; uint which; } settings[];

uint bump(layout(r32ui) coherent uimage2D image, ivec2 at) {
    return imageAtomicAdd(image, at, 1u) + imageLoad(image, at).x;
}

uint twice(layout(r32ui) coherent uimage2D image, ivec2 at) {
    return bump(image, at) + bump(counters[3], at);
}

vec4 look(texture2D image, sampler way, vec2 at) {
    return textureLod(sampler2D(image, way), at, 0.0);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    vec4 color = look(textures[settings[0].which], samplers[2], vec2(0.5));
    color += textureLod(sampler2D(textures[nonuniformEXT(lane)], samplers[nonuniformEXT(lane)]), vec2(0.5), 0.0);
    color += settings[nonuniformEXT(lane)].m[1];
    numbers[nonuniformEXT(lane)].v[lane] = color;
    numbers[1].count = atomicAdd(numbers[lane].count, 1u) + uint(numbers[4].v.length());
    numbers[2].count = twice(counters[lane], ivec2(lane));
    imageStore(targets[lane], ivec2(lane), color);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scenes[5], gl_RayFlagsNoneEXT, 0xff, vec3(0), 0.0, vec3(1), 1.0);
}
