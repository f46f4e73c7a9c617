#version 450
layout(binding = 0) buffer B { int n; };
int a[]; //~ error[GS0206]@5
void main() {
    a[n] = 2;
}
