// compile: vulkan1.2
// The same with the later extension, in an array.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
void take(hitObjectEXT all[2]) { hitObjectRecordEmptyEXT(all[1]); }
void main() {
    hitObjectEXT all[2];
    take(all);
}
