// `#pragma glslsub allow` in one shader applies to warnings about two.
//// a.vert
#version 460
layout(location = 0) flat out vec4 a;
void main() { a = vec4(0); gl_Position = vec4(0); }
//// a.frag
#version 460
#pragma glslsub allow(GS1105)
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;
void main() { color = a; }
