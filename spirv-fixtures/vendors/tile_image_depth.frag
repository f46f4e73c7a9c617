// compile: vulkan1.3
// The depth attachment.
#version 460
#extension GL_EXT_shader_tile_image : require
layout(non_coherent_depth_attachment_readEXT) in;
layout(location = 0) out float result;
void main() {
    result = depthAttachmentReadEXT() + depthAttachmentReadEXT(1);
}
