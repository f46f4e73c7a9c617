// Each cycle of calls is shown whole.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

int third(int n);
int second(int n) { return third(n) + 1; }
int first(int n) { return second(n) + 1; }
int third(int n) { return first(n) + 1; }

void main() {
    data[0] = float(first(3));
}
//~^^^^^^^ error[GS0403]
