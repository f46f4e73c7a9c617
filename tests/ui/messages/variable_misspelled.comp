// A name that is spelled almost the same is suggested.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    uint invocation = gl_LocalInvocationIndex;
    data[invocaton] = 1.0; //~ error[GS0200]
    data[0] = float(gl_GlobalInvocationId.x); //~ error[GS0200]
}
