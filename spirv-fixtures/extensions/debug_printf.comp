// compile: vulkan1.1 vulkan1.3
// A format once per text, escape sequences, arguments of any type.
#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int a; vec3 v; };
void main() {
    debugPrintfEXT("a is %d,\tv is \"%v3f\"\n", a, v);
    if (a > 3) debugPrintfEXT("\x68\151\n");
    else debugPrintfEXT("C:\\new \x0000041! 100%%\7");
    for (int i = 0; i < a; i++) debugPrintfEXT("\x68\151\n", i, 2u, 1.5);
}
