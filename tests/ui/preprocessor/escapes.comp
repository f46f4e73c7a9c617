#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
void main() {
    debugPrintfEXT("50\% of \d"); //~ error[GS0038]@20
    debugPrintfEXT("\x!"); //~ error[GS0038]@20
    debugPrintfEXT("\\x \'\"\?\a\b\f\n\r\t\v\x41\101\0");
}
