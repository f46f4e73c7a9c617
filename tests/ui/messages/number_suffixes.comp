// Suffixes of other languages.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    float a = 1.0d; //~ error[GS0005]
    float b = 1f; //~ error[GS0005]
    int c = 1L; //~ error[GS0500]
    int d = 0b101; //~ error[GS0005]
    int e = 1'000; //~ error[GS0001]
}
