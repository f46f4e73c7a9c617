// compile: vulkan1.3
// The stencil attachment.
#version 460
#extension GL_EXT_shader_tile_image : require
layout(location = 0) out uint result;
void main() {
    result = stencilAttachmentReadEXT() + stencilAttachmentReadEXT(1);
}
