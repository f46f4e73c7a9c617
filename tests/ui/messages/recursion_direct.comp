// A function that calls itself.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1); //~ error[GS0403]
}
void main() {
    data[0] = float(factorial(5));
}
