// Attachments that do not fit their outputs, overlap, or are declared in other ways.
#version 460
#extension GL_EXT_shader_tile_image : require
layout(location = 0) tileImageEXT iattachmentEXT a; //~ error[GS0233]@50
layout(location = 0) out vec4 color;
layout(location = 1) tileImageEXT attachmentEXT b[3];
layout(location = 3) tileImageEXT attachmentEXT c; //~ error[GS0233]@19
tileImageEXT attachmentEXT d; //~ error[GS0235]@28
layout(location = 99) tileImageEXT attachmentEXT e; //~ error[GS0213]@19
layout(location = 4) tileImageEXT vec4 f; //~ error[GS0234]@40
layout(binding = 0) uniform attachmentEXT g; //~ error[GS0214]@21
layout(binding = 1, input_attachment_index = 0) uniform subpassInput h; //~ error[GS0233]@70
void main() {
    color = colorAttachmentReadEXT(b[0]) + subpassLoad(h);
}
