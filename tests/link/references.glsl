// If one stage has physical pointers, the module does; blocks that refer to themselves are not shared.
//// a.vert
#version 460
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { vec4 position; Node next; };
layout(push_constant) uniform Push { Node node; };
layout(location = 0) flat out uvec2 address;
void main() { address = uvec2(1); gl_Position = node.next.position; }
//// a.frag
#version 460
layout(location = 0) flat in uvec2 address;
layout(location = 0) out vec4 color;
void main() { color = vec4(address, 0, 1); }
