// A similar function is suggested, a built-in or one of the shader.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
float brightness(vec3 color) { return color.x; }
void main() {
    vec3 v = normalise(vec3(1.0)); //~ error[GS0303]
    data[0] = brigthness(v); //~ error[GS0303]
}
