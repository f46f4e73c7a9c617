// compile: vulkan1.1
// relaxed_vulkan: on
// What a shader for OpenGL needs for Vulkan: locations, bindings, and other names of two variables.
#version 330
in vec3 position;
in vec2 coordinate;
out vec2 passed;
uniform mat4 transform;
struct Light { vec3 place; float power; }; // Declared behind the first uniform.
uniform Light lights[2];
uniform sampler2D heights;
uniform vec2 offsets[3] = vec2[3](vec2(0), vec2(1), vec2(2)); // Ignored, with a warning.
void main() {
    passed = coordinate + offsets[gl_VertexID % 3] * lights[1].power;
    gl_Position = transform * vec4(position + textureLod(heights, coordinate, 0.0).xyz, float(gl_InstanceID));
}
