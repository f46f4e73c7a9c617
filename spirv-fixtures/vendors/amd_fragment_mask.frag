// compile: vulkan1.0
// Fragments of multisampled textures and input attachments.
#version 450
#extension GL_AMD_shader_fragment_mask : require
layout(binding = 0) uniform sampler2DMS single;
layout(binding = 1) uniform usampler2DMSArray array;
layout(binding = 2, input_attachment_index = 0) uniform isubpassInputMS attachment;
layout(location = 0) out vec4 result;
void main() {
    uint mask = fragmentMaskFetchAMD(single, ivec2(1)) + fragmentMaskFetchAMD(array, ivec3(2)) + fragmentMaskFetchAMD(attachment);
    result = fragmentFetchAMD(single, ivec2(1), mask & 15u);
    result += vec4(fragmentFetchAMD(array, ivec3(2), 1u)) + vec4(fragmentFetchAMD(attachment, 2u));
}
