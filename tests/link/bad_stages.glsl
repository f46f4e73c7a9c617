// Two shaders of one stage, and a tessellation control shader without an evaluation shader.
//// a.vert
#version 460
void main() { gl_Position = vec4(0); }
//// b.vert
#version 460
void main() { gl_Position = vec4(1); } //~ error[GS1100]
//// a.tesc
#version 460
layout(vertices = 1) out;
void main() { gl_TessLevelOuter[0] = 1; } //~ error[GS1100]
//// a.frag
#version 460
layout(location = 0) out vec4 color;
void main() { color = vec4(1); }
