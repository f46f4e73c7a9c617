#version 460
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
void main() {
    debugPrintfEXT("%u of %v4f", gl_LocalInvocationIndex); //~ warning[GS0607]@20
    debugPrintfEXT("100%%", 1, 2); //~ warning[GS0607]@20
}
