// compile: vulkan1.2
// Reads of attachments that need not wait.
#version 460
#extension GL_QCOM_tile_shading : require
layout(non_coherent_attachment_readQCOM) in;
layout(binding = 0, tile_attachmentQCOM) uniform sampler2D color;
layout(location = 0) out vec4 result;
void main() {
    result = texelFetch(color, ivec2(gl_FragCoord.xy), 0);
}
