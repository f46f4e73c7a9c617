#version 450
layout(local_size_x = 1) in;
#if //~ error[GS0020]@2
#endif
#if 1 + //~ error[GS0020]@7
#endif
#if (1 //~ error[GS0020]@5
#endif
#if 1 / 0 //~ error[GS0022]@7
#endif
#if UNDEFINED //~ note[GS0021]@5
#endif
#if 1.0 //~ error[GS0020]@5
#endif
void main() {}
