// compile: vulkan1.3
// Colour attachments that are read, single, in arrays, by samples and through functions.
#version 460
#extension GL_EXT_shader_tile_image : require
layout(location = 0) tileImageEXT attachmentEXT single;
layout(location = 1) tileImageEXT iattachmentEXT whole[2];
layout(location = 3) tileImageEXT uattachmentEXT unsigned_whole;
layout(location = 0) out vec4 color;
vec4 twice(attachmentEXT from) {
    return 2.0 * colorAttachmentReadEXT(from);
}
void main() {
    color = twice(single) + colorAttachmentReadEXT(single, 1) + vec4(colorAttachmentReadEXT(whole[1]));
    color += vec4(colorAttachmentReadEXT(unsigned_whole, gl_SampleID));
}
