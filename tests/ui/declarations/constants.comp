#version 450
layout(local_size_x = 1) in;
const int a; //~ error[GS0209]@11
int x;
void main() {
    const float c = float(x);
    switch (x) { case x: break; } //~ error[GS0207]@23
}
