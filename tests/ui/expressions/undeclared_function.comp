#version 450
layout(local_size_x = 1) in;
void helper() { }
void main() {
    helpr(); //~ error[GS0303]@5
    subgropAdd(1); //~ error[GS0303]@5
    float a = nothing(1, 2); //~ error[GS0303]@15
    texture2D(1); //~ error[GS0319]@5
}
