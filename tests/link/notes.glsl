// Notes that only `-Wall` shows.
// -Wall
//// a.vert
#version 460
layout(location = 0) out vec4 longer;
layout(location = 1) out vec4 unread; //~ note[GS1106]
layout(location = 2, xfb_buffer = 0, xfb_offset = 0) out vec4 captured;
layout(location = 3) out Block { vec4 read; vec4 ignored; } block; //~ note[GS1106]
void main() { longer = unread = captured = block.read = block.ignored = vec4(0); gl_Position = vec4(0); }
//// a.frag
#version 460
layout(location = 0) in vec3 longer; //~ note[GS1104]
layout(location = 3) in vec4 one;
layout(location = 0) out vec4 color;
void main() { color = vec4(longer, 1) + one; }
