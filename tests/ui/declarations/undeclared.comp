#version 450
layout(local_size_x = 1) in;
void main() {
    int counter = 1;
    countr = 2; //~ error[GS0200]@5
    int a = missing + counter; //~ error[GS0200]@13
    int b = missing;
    gl_SubgroupSiz; //~ error[GS0200]@5
    {
        int inner = 1;
    }
    inner = 2; //~ error[GS0200]@5
}
