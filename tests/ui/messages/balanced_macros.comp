// Macros that open and close blocks in pairs are not blamed.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#define BEGIN {
#define END }
#define BLOCK(x) BEGIN x; END
void main() BEGIN
    BLOCK(data[0] = 1.0)
    if (data[0] > 0.0) BEGIN
        data[1] = 1.0;
    END
END
int broken( { return 1; } //~ error[GS0122]
