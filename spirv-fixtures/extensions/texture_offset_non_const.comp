// compile: vulkan1.3
// val: skip because Vulkan takes offsets of sampling that are no constants with VK_KHR_maintenance8 only
#version 450
#extension GL_EXT_texture_offset_non_const : require
layout(local_size_x = 1) in;

layout(binding = 0) uniform sampler2D image;
layout(binding = 1) uniform sampler1D line;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) buffer Data {
    ivec2 offset;
    vec4 result[];
};

void main() {
    vec2 at = vec2(0.5);
    result[0] = textureOffset(image, at, offset);
    result[1] = textureLodOffset(image, at, 1.0, offset);
    result[2] = texelFetchOffset(image, ivec2(1), 0, offset);
    result[3] = textureGradOffset(image, at, vec2(0.1), vec2(0.2), offset);
    result[4] = textureProjOffset(image, vec4(at, 0.0, 1.0), offset);
    result[5] = textureProjLodOffset(line, vec2(at.x, 1.0), 0.0, offset.y);
    result[6] = vec4(textureLodOffset(shadow, vec3(at, 0.5), 0.0, offset));
    // What is constant stays so.
    result[7] = textureLodOffset(image, at, 1.0, ivec2(1, -1));
}
