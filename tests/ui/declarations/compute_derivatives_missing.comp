#version 450
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 2, local_size_y = 2) in;
void main() {
    float x = dFdx(float(gl_LocalInvocationID.x)); //~ error[GS0257]@15
}
