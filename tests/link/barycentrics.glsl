// An input with one value per vertex matches a plain output of the vertex shader.
//// a.vert
#version 460
layout(location = 0) out vec3 normal;
void main() { normal = vec3(0); gl_Position = vec4(0); }
//// a.frag
#version 460
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in vec3 normal[];
layout(location = 0) out vec4 color;
void main() { color = vec4(normal[0] * gl_BaryCoordEXT.x + normal[1] * gl_BaryCoordEXT.y, 1); }
