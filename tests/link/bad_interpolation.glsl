// Interpolation qualifiers on outputs without effect, since the fragment shader has different ones.
//// a.vert
#version 460
layout(location = 0) flat out vec4 a;
layout(location = 1) noperspective out vec4 b;
layout(location = 2) centroid out vec4 c;
layout(location = 3) sample out vec4 d;
layout(location = 4) out vec4 e;
layout(location = 5) smooth out vec4 f;
void main() { a = b = c = d = e = f = vec4(0); gl_Position = vec4(0); }
//// a.frag
#version 460
layout(location = 0) in vec4 a; //~ warning[GS1105]
layout(location = 1) flat in vec4 b; //~ warning[GS1105]
layout(location = 2) in vec4 c; //~ warning[GS1105]
layout(location = 3) centroid in vec4 d; //~ warning[GS1105]
layout(location = 4) flat in vec4 e;
layout(location = 5) noperspective in vec4 f;
layout(location = 0) out vec4 color;
void main() { color = a + b + c + d + e + f; }
