// compile: vulkan1.1 vulkan1.4
// What else a heap block holds: references, acceleration structures, data in arrays and structures; members without instance
// name; non-uniform indices; descriptors as arguments.
#version 460
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_ray_query : require
#extension GL_EXT_samplerless_texture_functions : require

layout(local_size_x = 64) in;

layout(buffer_reference, std430) buffer Vertices {
    vec4 positions[];
};

struct Bounds {
    vec3 center;
    mat2x3 axes;
    bool visible;
};

struct Level {
    texture2D layers[2];
    Bounds bounds;
};

resourceheap Scene {
    accelerationStructureEXT world;
    Vertices vertices;
    layout(buffer_reference, std430) buffer {
        uint seed;
    } state;
    layout(offset = 1024) float weights[3];
    Bounds bounds;
    Level levels[2][3];
    uint last[];
};

layout(binding = 0, std430) writeonly buffer Results {
    vec4 results[];
};

vec4 fetch(texture2D source, int level) {
    return texelFetch(source, ivec2(level), level);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, world, 0u, 0xffu, bounds.center, 0.0, vec3(0, 0, 1), 100.0);
    bool hit = rayQueryProceedEXT(query);
    Bounds all = bounds;
    vec4 result = vertices.positions[lane] + fetch(levels[1][nonuniformEXT(lane % 3)].layers[lane & 1], 2);
    result.xyz += all.axes * vec2(weights[lane % 3], float(last[lane]));
    result.w = all.visible && hit && levels[0][2].bounds.visible ? float(state.seed) : 0.0;
    results[lane] = result;
}
