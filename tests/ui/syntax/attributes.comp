#version 450
layout(local_size_x = 1) in;
#extension GL_EXT_control_flow_attributes : require
void main() {
    [[unroll]] int a = 1; //~ error[GS0123]@7
    [[nonsense]] for (int i = 0; i < 2; ++i) { } //~ warning[GS0410]@7
    [[dependency_length]] for (int i = 0; i < 2; ++i) { } //~ warning[GS0411]@7
}
