#version 450
layout(local_size_x = 1) in;
void main() {
    int a = 1); //~ error[GS0104]@14
}
} //~ error[GS0104]@1
