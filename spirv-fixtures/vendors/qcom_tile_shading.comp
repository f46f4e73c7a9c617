// compile: vulkan1.2
// A rate in place of a workgroup size; attachments as images.
#version 460
#extension GL_QCOM_tile_shading : require
#extension GL_EXT_samplerless_texture_functions : require
layout(shading_rate_xQCOM = 2, shading_rate_yQCOM = 4) in;
layout(binding = 0, tile_attachmentQCOM, rgba32f) uniform image2D color;
layout(binding = 1, tile_attachmentQCOM) uniform texture2D other;
void main() {
    ivec2 at = ivec2(min(gl_GlobalInvocationID.xy, gl_TileOffsetQCOM + gl_TileDimensionQCOM.xy - gl_TileApronSizeQCOM));
    imageStore(color, at, imageLoad(color, at) + texelFetch(other, at, 0));
}
