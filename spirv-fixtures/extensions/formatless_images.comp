// compile: vulkan1.1 vulkan1.3
// GL_EXT_shader_image_load_formatted: images that are read without a format, also through a parameter.
#version 450
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 1) in;

layout(binding = 0) uniform image2D picture;
layout(binding = 1) readonly uniform uimage3D volume;
layout(binding = 2) writeonly buffer Result {
    vec4 colour;
    uvec4 count;
};

vec4 first(readonly image2D image) {
    return imageLoad(image, ivec2(0));
}

void main() {
    colour = first(picture) + imageLoad(picture, ivec2(1));
    count = imageLoad(volume, ivec3(2));
    imageStore(picture, ivec2(3), vec4(0.5));
}
