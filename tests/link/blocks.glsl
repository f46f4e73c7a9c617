// Blocks match blocks and variables by the locations of their members; names do not matter.
//// a.vert
#version 460
layout(location = 0) out Surface { vec3 normal; vec2 at; layout(location = 4) flat int kind; } surface;
layout(location = 7) out vec4 tint;
void main() { surface.normal = vec3(1); surface.at = vec2(0); surface.kind = 1; tint = vec4(0); gl_Position = vec4(0); }
//// a.frag
#version 460
layout(location = 0) in Other { vec3 n; vec2 uv; };
layout(location = 4) flat in int kind;
layout(location = 7) in Last { vec4 tint; } last;
layout(location = 0) out vec4 color;
void main() { color = vec4(n, uv.x) * kind + last.tint; }
