#version 450
layout(local_size_x = 1) in;
void main() {
    int a = 4294967296; //~ error[GS0006]@13
    uint c = 0xfffffffffu; //~ error[GS0006]@14
    int d = 1 / 0; //~ warning[GS0318]@15
    int e = 7 % (3 - 3); //~ warning[GS0318]@15
}
