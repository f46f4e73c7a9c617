#version 450
layout(local_size_x = 1) in;
#unknown //~ error[GS0007]@2
#defin x 1 //~ error[GS0007]@2
void main() {}
