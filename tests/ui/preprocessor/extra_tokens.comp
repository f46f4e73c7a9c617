#version 450
layout(local_size_x = 1) in;
#ifdef A x //~ warning[GS0008]@10
#endif y //~ warning[GS0008]@8
#undef A B //~ warning[GS0008]@10
void main() {}
