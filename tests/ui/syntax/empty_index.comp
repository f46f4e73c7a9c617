#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int b[]; };
void main() {
    b[] = 1; //~ error[GS0119]@6
}
