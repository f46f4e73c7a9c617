// A block that refers to itself needs a declaration before it.
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(buffer_reference) buffer Node { float value; Node next; }; //~ error[GS0203]
layout(push_constant) uniform Parameters { Node first; };
void main() {
    data[0] = first.next.value;
}
