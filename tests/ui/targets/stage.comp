#version 450
layout(local_size_x = 1) in;
void main() {
    gl_Position = vec4(0); //~ error[GS0503]@5
    float a = dFdx(1.0); //~ error[GS0500]@15
    discard; //~ error[GS0503]@5
    EmitVertex(); //~ error[GS0503]@5
}
