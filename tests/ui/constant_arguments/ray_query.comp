#version 460
#extension GL_EXT_ray_query : require
layout(constant_id = 0) const bool COMMITTED = true;
layout(binding = 0) buffer B { uint which; };
void main() {
    rayQueryEXT query;
    which = rayQueryGetIntersectionTypeEXT(query, which > 1u); //~ error[GS0600]
    which = rayQueryGetIntersectionTypeEXT(query, !COMMITTED); //~ error[GS0606]
    const bool committed = true;
    which = rayQueryGetIntersectionTypeEXT(query, !committed);
}
