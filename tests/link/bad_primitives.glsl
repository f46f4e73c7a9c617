// Points from tessellation are not lines, whatever the domain; transform feedback is for the last of these stages.
//// a.tese
#version 460
layout(isolines, point_mode) in;
layout(location = 0, xfb_buffer = 0, xfb_offset = 0) out vec4 captured;
void main() { captured = vec4(0); gl_Position = gl_in[0].gl_Position; } //~ error[GS1110]
//// a.geom
#version 460
layout(lines) in;
layout(points, max_vertices = 1) out;
void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); } //~ error[GS1109]
