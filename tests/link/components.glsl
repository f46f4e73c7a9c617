// Components share locations, arrays and matrices use several, and components that are not read may have any type.
//// a.vert
#version 460
layout(location = 0) out vec2 low;
layout(location = 0, component = 2) out float third;
layout(location = 1) out mat3 basis;
layout(location = 4) out vec4 several[2];
layout(location = 6) flat out dvec3 wide;
layout(location = 8) flat out uint unread;
layout(location = 9) out vec4 longer;
struct Pair { vec2 first; int second; };
layout(location = 10) flat out Pair pair;
void main() {
    low = vec2(0); third = 1; basis = mat3(1); several[0] = several[1] = vec4(0); wide = dvec3(0); unread = 0; longer = vec4(0);
    pair.first = vec2(0); pair.second = 1;
    gl_Position = vec4(0);
}
//// a.frag
#version 460
layout(location = 0) in vec3 together;
layout(location = 1) in vec3 columns[3];
layout(location = 4) in vec4 first;
layout(location = 5) in vec4 second;
layout(location = 6) flat in dvec3 wide;
layout(location = 8) in float unread;
layout(location = 9) in vec3 longer;
struct Pair { vec2 a; int b; };
layout(location = 10) flat in Pair pair;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(together, 1) + vec4(columns[1], 0) + first + second + vec4(wide, 0) + vec4(longer, pair.a.x) * pair.b;
}
