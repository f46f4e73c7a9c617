// A function is one or the other.
#version 450
#extension GL_EXT_function_control_attributes : require
[[inline, noinline]] float f() { return 1.0; } //~ error[GS0411]@11
void main() {
}
