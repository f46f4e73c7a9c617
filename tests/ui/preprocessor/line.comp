#version 450
layout(local_size_x = 1) in;
#line //~ error[GS0026]@2
#line x //~ error[GS0026]@7
#line 10 extra extra //~ error[GS0026]@10
void main() {}
