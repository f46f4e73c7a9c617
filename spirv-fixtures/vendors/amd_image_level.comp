// compile: vulkan1.0
// Images with levels.
#version 450
#extension GL_AMD_shader_image_load_store_lod : require
layout(binding = 0, rgba32f) uniform image2DArray array;
layout(binding = 1, r32ui) uniform uimage1D line;
void main() {
    imageStoreLodAMD(array, ivec3(1), 2, imageLoadLodAMD(array, ivec3(1), 1));
    imageStoreLodAMD(line, 1, 2, imageLoadLodAMD(line, 1, 1));
}
