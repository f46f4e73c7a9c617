#version 450
layout(vertices = 4) out;
void f() {
    barrier(); //~ error[GS0247]@5
}
void main() {
    f();
    barrier();
    if (gl_InvocationID == 0) {
        barrier(); //~ error[GS0247]@9
        return;
    }
    barrier(); //~ error[GS0247]@5
}
