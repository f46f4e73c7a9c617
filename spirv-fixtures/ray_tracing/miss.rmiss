// compile: vulkan1.2
#version 460
#extension GL_EXT_ray_tracing : require

layout(location = 0) rayPayloadInEXT vec4 colour;
layout(location = 3) callableDataEXT Sky {
    vec3 direction;
    float sun;
} sky;

void main() {
    sky.direction = gl_WorldRayDirectionEXT;
    executeCallableEXT(2u, 3);
    colour = vec4(sky.direction, sky.sun + gl_RayTmaxEXT);
}
