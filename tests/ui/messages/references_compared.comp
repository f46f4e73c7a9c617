// References are compared by address.
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Node { float value; Node next; };
layout(push_constant) uniform Parameters { Node first; };
void main() {
    if (first == first.next) {} //~ error[GS0307]
}
