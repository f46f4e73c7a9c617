// compile: vulkan1.1
// Derivatives over four consecutive invocations, in a workgroup with a specialized size.
#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 2, local_size_y_id = 1, local_size_z = 3) in;
layout(derivative_group_linearNV) in;
layout(binding = 0) buffer Results { vec2 results[]; };
layout(binding = 1) uniform sampler2DShadow shadows;
void main() {
    const vec2 place = vec2(gl_LocalInvocationIndex & 1u, gl_LocalInvocationIndex >> 1);
    results[gl_LocalInvocationIndex] = dFdy(place) + texture(shadows, vec3(place, 0.5), 0.5);
}
