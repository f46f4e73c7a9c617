// One binding with several types where that is common practice: arrays of images, textures separate from samplers, storage buffers.
//// a.vert
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform sampler2D images[];
layout(set = 0, binding = 1) uniform sampler2D whole;
layout(set = 0, binding = 2) buffer Bytes { uint words[]; } bytes;
layout(set = 0, binding = 3) uniform Camera { mat4 view; vec4 position; } camera;
layout(push_constant) uniform Push { mat4 model; } push;
void main() {
    gl_Position = push.model[0] * camera.view[1] * textureLod(images[bytes.words[0]], vec2(0), 0) + textureLod(whole, vec2(0), 0);
}
//// a.frag
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform samplerCube cubes[];
layout(set = 0, binding = 0) uniform usampler2D numbers[];
layout(set = 0, binding = 1) uniform texture2D apart;
layout(set = 0, binding = 4) uniform sampler with;
layout(set = 0, binding = 2) buffer Floats { float values[]; } floats;
layout(set = 0, binding = 3) uniform Camera { mat4 view; } camera;
layout(push_constant) uniform Push { mat3x4 m; float also[4]; layout(offset = 64) uint id; } push;
layout(location = 0) out vec4 color;
void main() {
    color = texture(cubes[1], vec3(0)) + texture(numbers[0], vec2(0)) + texture(sampler2D(apart, with), vec2(0));
    color += floats.values[0] * camera.view[0] * push.id;
}
