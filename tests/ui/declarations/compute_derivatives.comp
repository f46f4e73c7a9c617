#version 450
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 3, local_size_y = 2) in;
layout(derivative_group_quadsKHR) in; //~ error[GS0256]@8
layout(derivative_group_linearKHR) in; //~ error[GS0255]@8
void main() {
    float x = dFdx(float(gl_LocalInvocationID.x));
}
