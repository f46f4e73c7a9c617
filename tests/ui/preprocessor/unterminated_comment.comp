#version 450
void main() {}
/* never closed //~ error[GS0002]@1
