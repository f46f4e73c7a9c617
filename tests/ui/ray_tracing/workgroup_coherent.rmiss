#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(binding = 0) workgroupcoherent buffer Shared { uint value; };
layout(binding = 1) workgroupcoherent buffer Wide { devicecoherent uint wide; };
void main() {
    wide = 1u;
    value = 1u; //~ error[GS0731]@5
}
