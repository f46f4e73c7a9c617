// compile: vulkan1.3
#version 460
#extension GL_ARM_tensors : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_nontemporal_keyword : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;

layout(binding = 0) uniform devicecoherent tensorARM<float, 1> shared_tensor;
layout(binding = 1) uniform nonprivate nontemporal tensorARM<float, 1> streamed;
layout(binding = 2) uniform tensorARM<float, 1> own;

void copy(workgroupcoherent tensorARM<float, 1> from, uint[1] at) {
    float value;
    tensorReadARM(from, at, value, gl_TensorOperandsOutOfBoundsValueARM, 2.0);
    tensorWriteARM(own, at, value);
}

void main() {
    float[4] values;
    tensorReadARM(shared_tensor, uint[](0u), values);
    tensorWriteARM(shared_tensor, uint[](4u), values, gl_TensorOperandsNonTemporalARM);
    tensorWriteARM(streamed, uint[](4u), values);
    copy(own, uint[](8u));
}
