// A mismatch that only Vulkan 1.3 allows is accepted for 1.3.
// compile: vulkan1.3
// -Wall
//// a.vert
#version 460
layout(location = 0) out vec4 color;
void main() { color = vec4(0); gl_Position = vec4(0); }
//// a.frag
#version 460
layout(location = 0) in vec2 color;
layout(location = 0) out vec4 result;
void main() { result = vec4(color, 0, 1); }
