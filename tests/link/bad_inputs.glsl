// Inputs that the previous stage does not write, or only partly.
//// a.vert
#version 460
layout(location = 0) out vec2 at;
layout(location = 1) out vec4 list[2];
layout(location = 5) out Block { float first; float second; } block;
layout(location = 9) flat out dvec2 wide;
void main() { at = vec2(0); list[0] = list[1] = vec4(0); block.first = block.second = 0; wide = dvec2(0); gl_Position = vec4(0); }
//// a.frag
#version 460
layout(location = 0) in vec3 at; //~ error[GS1101]
layout(location = 1) in vec4 list[3]; //~ error[GS1101]
layout(location = 5) in Block { float first; float second; float third; } block; //~ error[GS1101]
layout(location = 8) in vec4 nowhere; //~ error[GS1101]
layout(location = 9) flat in dvec3 wide; //~ error[GS1101]
layout(location = 11) in vec4 unread;
layout(location = 0) out vec4 color;
void main() { color = vec4(at, 1) + list[2] + vec4(block.first) + nowhere + vec4(wide, 0); }
