// compile: vulkan1.0
#version 450
#pragma use_vulkan_memory_model //~ error[GS0742]
void main() {}
