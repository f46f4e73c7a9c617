layout(local_size_x = 1) in; //~ warning[GS0031]@1
void main() {}
