// compile: vulkan1.2
// Distance, kind and attributes of the hit that was accepted last.
#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 1) buffer Seen { float seen[]; };
hitAttributeEXT Attributes { float weight; uint number; };
void main() {
    seen[8] = gl_HitTEXT;
    seen[9] = float(gl_HitKindEXT);
    seen[10] = weight;
    seen[11] = float(number);
}
