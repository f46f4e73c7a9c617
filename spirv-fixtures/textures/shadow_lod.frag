// compile: vulkan1.1
// Levels and biases of shadow samplers that the core language leaves out.
#version 450
#extension GL_EXT_texture_shadow_lod : require
layout(binding = 0) uniform sampler2DArrayShadow array;
layout(binding = 1) uniform samplerCubeArrayShadow cubes;
layout(location = 0) in vec4 at;
layout(location = 0) out float color;
void main() {
    color = texture(array, at, 0.5) + textureLod(array, at, 2.0) + textureOffset(array, at, ivec2(1), 0.5);
    color += textureLodOffset(array, at, 2.0, ivec2(1)) + texture(cubes, at, 0.75, 0.5) + textureLod(cubes, at, 0.75, 1);
}
