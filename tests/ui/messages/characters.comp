// Characters that cannot be seen or look like others.
#version 450
layout(local_size_x = 64) in;

void main() {
    int​ a = 1; //~ error[GS0001]
    int b = 2; //~ error[GS0001]
    int c = 3 − 1; //~ error[GS0001]
    int d = 4； //~ error[GS0001]
    int e = 5 × 2; //~ error[GS0001]
    int f = 6 @ 2; //~ error[GS0001]
}
