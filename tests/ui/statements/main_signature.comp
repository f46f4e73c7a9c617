#version 450
layout(local_size_x = 1) in;
int main(int a) { for (;;) { } } //~ error[GS0407]@5
