#version 450
layout(local_size_x = 1) in;
void main() {
    int inner() { return 1; } //~ error[GS0114]@9
}
