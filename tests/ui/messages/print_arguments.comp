// A format that does not match.
#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    debugPrintfEXT("%d of %d\n", 1); //~ warning[GS0607]
    debugPrintfEXT("%f\n", 1.0, 2.0); //~ warning[GS0607]
}
