#version 450
layout(local_size_x = 1) in;
int a[0]; //~ error[GS0205]@7
int b[-1]; //~ error[GS0205]@7
int c[1.5]; //~ error[GS0208]@7
const int n = 3;
int m = 2;
int d[n - 3]; //~ error[GS0205]@7
int e[m]; //~ error[GS0207]@7
void main() { int f[]; } //~ error[GS0206]@19
