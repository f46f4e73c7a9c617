// compile: vulkan1.1 vulkan1.3
// Defaults for later blocks: the alignment of references, and that all blocks are references (GL_EXT_buffer_reference, 4.4).
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference_align = 4) buffer;
layout(buffer_reference) buffer Four { int n; };
layout(buffer_reference, buffer_reference_align = 8) buffer Eight { int n; };
layout(binding = 0) buffer Plain { Four four; Eight eight; };
layout(buffer_reference, buffer_reference_align = 16) buffer;
buffer Two { int n; Four next; };
layout(binding = 1) buffer Both { int n; } variable;
layout(push_constant) uniform P { Two two; Both both; };
void main() {
    four.n = eight.n + two.next.n + both.n + variable.n;
}
