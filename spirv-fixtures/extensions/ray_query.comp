// compile: vulkan1.1 vulkan1.3
// Ray queries in functions, outside of them, in arrays and as parameters; acceleration structures as descriptors, by
// address and as parameters.
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) uniform accelerationStructureEXT scenes[];
layout(set = 0, binding = 2, std430) buffer Hits { float t[]; };
layout(push_constant) uniform Scene { uvec2 address; };

rayQueryEXT outside;

// The ray query is passed as a pointer, wherever it lies; the acceleration structure as a value.
float nearest(rayQueryEXT query, accelerationStructureEXT where, vec3 from) {
    rayQueryInitializeEXT(query, where, gl_RayFlagsOpaqueEXT | gl_RayFlagsCullNoOpaqueEXT, 0xff, from, 0.0, vec3(0, 0, 1), 9.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT)
            rayQueryConfirmIntersectionEXT(query);
    }
    return rayQueryGetIntersectionTEXT(query, true);
}

float through(rayQueryEXT queries[2], uint which, nonuniformEXT accelerationStructureEXT where) {
    return nearest(queries[which], where, vec3(which));
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    rayQueryEXT inside;
    rayQueryEXT several[2];
    rayQueryEXT nested[3][2];
    float sum = nearest(inside, scene, vec3(1));
    sum += nearest(outside, scenes[2], vec3(2));
    sum += nearest(several[lane & 1u], accelerationStructureEXT(address), vec3(3));
    sum += through(nested[lane % 3u], lane & 1u, scenes[nonuniformEXT(lane)]);
    rayQueryInitializeEXT(several[1], scenes[nonuniformEXT(lane)], gl_RayFlagsNoneEXT, 1u, vec3(0), 0.5, vec3(1), 2.0);
    if (rayQueryProceedEXT(several[1]))
        rayQueryTerminateEXT(several[1]);
    t[lane] = sum;
}
