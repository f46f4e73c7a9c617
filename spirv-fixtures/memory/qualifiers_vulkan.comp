// compile: vulkan1.1 vulkan1.3
// Every qualifier in the Vulkan model: operands of the accesses, and hardly a decoration.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) coherent buffer A { uint a; devicecoherent uint a2; };
layout(binding = 1) buffer B {
    devicecoherent uint device;
    queuefamilycoherent uint family;
    workgroupcoherent uint workgroup;
    subgroupcoherent uint subgroup;
    nonprivate uint shared_;
    volatile uint often;
    restrict uint alone;
    readonly uint input_;
    writeonly uint output_;
    uint plain;
};
layout(binding = 2, r32ui) volatile restrict uniform uimage2D image;
layout(binding = 3, r32ui) workgroupcoherent uniform uimage2D images[2];
shared uint both;
void main() {
    both = a + a2 + device + family + workgroup + subgroup + shared_ + often + alone + input_ + plain;
    output_ = both;
    a++;
    device += 1u;
    imageStore(image, ivec2(0), imageLoad(images[1], ivec2(0)));
}
