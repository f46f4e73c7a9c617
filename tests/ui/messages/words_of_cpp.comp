// Constructs of C++ that GLSL does not have.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

template<typename T> T largest(T a, T b) { return a > b ? a : b; } //~ error[GS0127]
namespace sort { const int bits = 4; } //~ error[GS0127]
inline int four() { return 4; } //~ error[GS0105]
void take(float *p) {} //~ error[GS0127]
void refer(inout float &r) {} //~ error[GS0127]
struct Pair { int first; };

void main() {
    Pair pair = Pair(1);
    pair->first = 2; //~ error[GS0127]
    int value = *pair.first; //~ error[GS0127]
    int address = &value; //~ error[GS0127]
    int size = sizeof(int); //~ error[GS0105]
    int letter = 'a'; //~ error[GS0001]
    int newline = '\n'; //~ error[GS0001]
    auto inferred = 1; //~ error[GS0203]
    int none = nullptr; //~ error[GS0200]
    float one = (float)1; //~ error[GS0106]
    int text = "abc"; //~ error[GS0317]
}
