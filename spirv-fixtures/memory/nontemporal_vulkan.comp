// compile: vulkan1.1 vulkan1.3
// buffer(0): u32 = [1, 2, 3, 4]
// buffer(1): u32 = [0; 4]
// image(2): r32ui 2d 4x1 = [5, 6, 7, 8]
// expect buffer(1) == [6, 8, 10, 12]
// expect image(2) == [1, 2, 3, 4]
#version 460
#extension GL_EXT_nontemporal_keyword : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;

layout(binding = 0) nontemporal readonly buffer Source { uint source[]; };
layout(binding = 1) buffer Target {
    nontemporal workgroupcoherent uint target[];
};
layout(binding = 2, r32ui) uniform nontemporal uimage2D texels;

uint take(nontemporal layout(r32ui) uimage2D from, ivec2 at) {
    return imageLoad(from, at).x;
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    ivec2 at = ivec2(lane, 0);
    target[lane] = source[lane] + take(texels, at);
    imageStore(texels, at, uvec4(source[lane]));
}
