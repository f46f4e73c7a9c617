// Inputs that a geometry shader passes through need no output.
//// a.vert
#version 460
layout(location = 0) out vec3 normal;
void main() { normal = vec3(0); gl_Position = vec4(0); }
//// a.geom
#version 460
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in gl_PerVertex { vec4 gl_Position; } gl_in[];
layout(location = 0, passthrough) in vec3 normal[];
void main() { gl_Layer = 1; }
//// a.frag
#version 460
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
void main() { color = vec4(normal, 1); }
