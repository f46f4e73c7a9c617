// line 0: error[GS0245]
// line 0: error[GS0245]
// line 0: error[GS0245]
#version 450
layout(location = 0) in vec4 color[];
layout(location = 0) out vec4 o;
void main() {
    o = color[0];
}
