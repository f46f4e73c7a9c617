// compile: vulkan1.0
// Sparse images with levels.
#version 450
#extension GL_AMD_shader_image_load_store_lod : require
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0, rgba32f) uniform image2DArray array;
layout(binding = 1) buffer Result { int code; vec4 texel; };
void main() {
    code = sparseImageLoadLodAMD(array, ivec3(1), 1, texel);
}
