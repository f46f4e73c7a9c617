// Consequences of an error are not reported.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    undeclared_type value = make(); //~ error[GS0203] //~ error[GS0303]
    value.x = 1.0;
    data[0] = value.y + missing * 2.0; //~ error[GS0200]
    data[1] = sqrt(missing);
}
