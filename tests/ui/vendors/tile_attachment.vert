// Tile attachments are for fragment and compute shaders.
#version 460
#extension GL_QCOM_tile_shading : require
layout(binding = 0, tile_attachmentQCOM, rgba32f) uniform image2D color; //~ error[GS0503]@21
layout(shading_rate_xQCOM = 2) in; //~ error[GS0210]@8
void main() {
    gl_Position = vec4(gl_TileOffsetQCOM, 0, 1); //~ error[GS0503]@24
}
