// The candidates of an ambiguous call are listed.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void put(uint value) {}
void put(float value) {}
void main() {
    put(1); //~ error[GS0302]
}
