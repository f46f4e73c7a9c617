// compile: vulkan1.2
// Attributes of hit objects: a block, and another variable.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
layout(location = 2) hitObjectAttributeNV Attributes { vec2 place; uint kind; };
layout(location = 3) hitObjectAttributeNV float depth;
void main() {
    hitObjectNV met;
    hitObjectGetAttributesNV(met, 2);
    depth = place.x + float(kind);
    hitObjectGetAttributesNV(met, 3);
}
