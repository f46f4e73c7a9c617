#version 450
layout(local_size_x = 1) in;
void main() {
    case 1: break; //~ error[GS0108]@5
    default: ;
    switch (1) {
        int a = 1; //~ error[GS0109]@9
    case 0: //~ warning[GS0110]@5
    }
}
