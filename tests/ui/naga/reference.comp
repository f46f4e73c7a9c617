#version 450
// emit: naga
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(buffer_reference) buffer List { uint next[]; };
layout(push_constant) uniform Push {
    List list; //~ error[GS1200]
};
void main() { list.next[gl_LocalInvocationIndex] = 0u; }
