// Rates and attachments that do not exist.
#version 460
#extension GL_QCOM_tile_shading : require
layout(shading_rate_xQCOM = 3) in; //~ error[GS0213]@29
layout(shading_rate_zQCOM = 0) in; //~ error[GS0213]@29
layout(binding = 0, tile_attachmentQCOM, rgba32f) uniform image3D color; //~ error[GS0213]@21
void main() {
}
