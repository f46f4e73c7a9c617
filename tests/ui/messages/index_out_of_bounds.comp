// Constant indices are checked.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    float values[4];
    values[4] = 1.0; //~ error[GS0315]
    vec3 v = vec3(0.0);
    v[3] = 1.0; //~ error[GS0315]
    values[-1] = 1.0; //~ error[GS0315]
}
