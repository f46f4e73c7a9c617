// compile: vulkan1.3
// Buffer references cannot be compared, be constant or have a length; and members of one that is never defined.
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Ahead;
layout(buffer_reference) buffer List { uint x; uint items[]; };
layout(push_constant) uniform Push { List list; Ahead ahead; } push;
void main() {
    bool same = push.list == push.list; //~ error[GS0307]@27
    const List list = push.list; //~ error[GS0210]@5
    int length = push.list.items.length(); //~ error[GS0313]@34
    List next = push.list + 1; //~ error[GS0500]@27
    uint member = push.ahead.x; //~ error[GS0327]@19
}
