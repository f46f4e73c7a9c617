#version 450
layout(local_size_x = 1) in;
void main() {
    int a[3; //~ error[GS0103]@12
    if (a[0] == 1 { //~ error[GS0103]@19
        a[0] = 2;
    }
    a[1] = (1 + 2; //~ error[GS0103]@18
}
