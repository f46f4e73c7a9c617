// Ray queries are neither resources nor data: variables without storage qualifier, which only built-ins access.
#version 460
#extension GL_EXT_ray_query : require
layout(binding = 0) uniform accelerationStructureEXT scene;
accelerationStructureEXT unbound; //~ error[GS0214]@26
uniform rayQueryEXT bound; //~ error[GS0210]@1
const rayQueryEXT frozen; //~ error[GS0210]@1
shared rayQueryEXT common_; //~ error[GS0214]
struct Ray { rayQueryEXT query; }; //~ error[GS0214]@26
struct Scene { accelerationStructureEXT scene[2]; }; //~ error[GS0214]
rayQueryEXT returned() { rayQueryEXT query; return query; } //~ error[GS0214]@1
void output_(out rayQueryEXT query) {} //~ error[GS0214]
void main() {
    rayQueryEXT query;
    rayQueryEXT copy = query; //~ error[GS0309]
    copy = query; //~ error[GS0309]@5
    accelerationStructureEXT here; //~ error[GS0214]
    bool same = query == query; //~ error[GS0324] //~ error[GS0324]
    query;
    rayQueryProceedEXT(true ? query : copy); //~ error[GS0324] //~ error[GS0324]
    rayQueryInitializeEXT(query, accelerationStructureEXT(1u), 0, 0, vec3(0), 0, vec3(1), 1); //~ error[GS0320]@59
}
