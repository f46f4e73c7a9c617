#version 460
#extension GL_EXT_ray_query : require
// Ray queries are variables of the function that traces the ray. naga reads them in WGSL, but does not write them.
// refused: wgsl
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) writeonly buffer Hits { vec4 hits[]; };
vec4 nearest(accelerationStructureEXT where, vec3 from, vec3 to) {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, where, gl_RayFlagsNoneEXT, 0xff, from, 0.01, to - from, 1.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionAABBEXT) {
            rayQueryGenerateIntersectionEXT(query, 0.5);
        } else if (rayQueryGetIntersectionBarycentricsEXT(query, false).x > 0.5) {
            rayQueryConfirmIntersectionEXT(query);
        } else if (rayQueryGetIntersectionPrimitiveIndexEXT(query, false) > 9) {
            rayQueryTerminateEXT(query);
        }
    }
    if (rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT) return vec4(-1.0);
    vec3 place = rayQueryGetIntersectionObjectToWorldEXT(query, true) * vec4(0.0, 0.0, 0.0, 1.0);
    return vec4(place, rayQueryGetIntersectionTEXT(query, true));
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    hits[i] = nearest(scene, vec3(i, 0.0, 0.0), vec3(i, 0.0, 9.0));
}
