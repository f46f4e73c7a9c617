// A specialization constant with another default in the other stage: the host sets both by the same id.
//// a.vert
#version 460
layout(constant_id = 1) const int COUNT = 2;
void main() { gl_Position = vec4(COUNT); }
//// a.frag
#version 460
layout(constant_id = 1) const int COUNT = 3;
layout(location = 0) out vec4 color;
void main() { float sum[COUNT]; sum[0] = 1; color = vec4(sum[0], COUNT, 0, 1); }
