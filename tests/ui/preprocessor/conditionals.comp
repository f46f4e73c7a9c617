#version 450
layout(local_size_x = 1) in;
#endif //~ error[GS0024]@1
#else
#elif 1
#if 1
#else
#else //~ error[GS0024]@1
#endif
void main() {}
#if 1 //~ error[GS0023]@1
