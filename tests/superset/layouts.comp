// compile: vulkan1.1
// Members of blocks in std140 and std430, among them arrays, matrices and structures.
// uniform(1): f32 = [0..32]
// buffer(0): f32 = [0; 16]
#version 450
layout(local_size_x = 1) in;
struct Light { vec3 place; float power; };
layout(std430, set = 0, binding = 0) buffer Result { float result[]; };
layout(std140, set = 0, binding = 1) uniform Scene {
    vec3 color;
    float weight;
    mat4 view;
    Light light;
    vec2 size;
    ivec2 count;
} scene;

void main() {
    result[0] = scene.color.z + scene.weight;
    result[1] = (scene.view * vec4(1, 2, 3, 4)).y;
    result[2] = scene.light.place.x * scene.light.power;
    result[3] = scene.size.y;
    result[4] = scene.view[3][1];
    Light copy = scene.light;
    result[5] = copy.place.y + copy.power;
}
