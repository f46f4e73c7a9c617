// A similar member is suggested.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
struct Light { vec3 position; float intensity; };
void main() {
    Light light = Light(vec3(0.0), 1.0);
    data[0] = light.intensty; //~ error[GS0312]
    data[1] = light.position.w; //~ error[GS0312]
    data[2] = light.position.xr; //~ error[GS0312]
}
