// Ray tracing stages are connected by indices that the program chooses: only their resources are compared.
//// a.rgen
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadEXT vec4 color;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1, rgba8) uniform image2D image;
void main() {
    traceRayEXT(scene, 0, 255, 0, 0, 0, vec3(0), 0, vec3(1), 9, 0);
    imageStore(image, ivec2(gl_LaunchIDEXT), color);
}
//// a.rchit
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec3 other;
hitAttributeEXT vec2 at;
layout(binding = 2) uniform Light { vec4 position; };
void main() { other = vec3(at, position.x); }
//// a.rmiss
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec4 color;
layout(binding = 2) uniform Light { vec4 position; };
void main() { color = position; }
