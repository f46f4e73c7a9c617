// compile: vulkan1.1 vulkan1.3
// An execution mode with a declaration of its own, in addition to the workgroup size.
#version 450
#extension GL_EXT_shader_quad_control : require
layout(local_size_x = 4) in;
layout(quad_derivatives) in;
layout(binding = 0) buffer B { uint r[]; };

void main() {
    r[gl_LocalInvocationIndex] = 1u;
}
