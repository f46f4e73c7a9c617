#version 460
layout(local_size_x = 1) in;
void main() {
    int8_t a = int8_t(1); //~ error[GS0500]@5
    float16_t b = float16_t(a); //~ error[GS0500]@5
    uint64_t c = uint64_t(b); //~ error[GS0500]@5
}
