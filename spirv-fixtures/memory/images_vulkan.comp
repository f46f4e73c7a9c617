// compile: vulkan1.1 vulkan1.2
// Texel accesses in the Vulkan memory model; parameters access as they are declared.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(binding = 0, r32ui) devicecoherent uniform uimage2D device;
layout(binding = 1, r32f) volatile uniform image2D often;
layout(binding = 2, r32i) nonprivate uniform iimage2DMS many;
layout(binding = 3, r32ui) subgroupcoherent uniform uimage2D narrow;
layout(binding = 4) nonprivate uniform sampler2D both;
layout(binding = 5) nonprivate uniform texture2D tex;
layout(binding = 6) uniform sampler smp;
layout(binding = 7) buffer Out { vec4 result; };
uint take(layout(r32ui) workgroupcoherent uimage2D image) { return imageLoad(image, ivec2(1)).x; }
void main() {
    imageStore(device, ivec2(0), uvec4(take(narrow)));
    imageStore(often, ivec2(0), imageLoad(often, ivec2(1)));
    imageStore(many, ivec2(0), 1, imageLoad(many, ivec2(1), 0));
    imageAtomicAdd(device, ivec2(0), 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    imageAtomicExchange(often, ivec2(0), 1.0, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    result = textureLod(both, vec2(0), 0.0) + texelFetch(both, ivec2(0), 0) + textureLod(sampler2D(tex, smp), vec2(0), 0.0) + textureGather(both, vec2(0));
}
