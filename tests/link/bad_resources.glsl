// One binding with several kinds of resources.
//// a.vert
#version 460
layout(binding = 0) uniform A { vec4 a; };
layout(binding = 1) uniform sampler2D b;
layout(binding = 2) uniform sampler2D c;
layout(binding = 3, r32f) uniform image2D d;
layout(binding = 4) uniform E { vec4 e; };
layout(binding = 5) uniform F { mat4 before; vec4 f; };
layout(binding = 6) uniform usampler2D g;
layout(binding = 7) uniform H { layout(row_major) mat3 h; };
layout(push_constant) uniform Push { vec4 first; vec2 second; };
void main() {
    gl_Position = a + e + f + textureLod(b, vec2(0), 0) + textureLod(c, vec2(0), 0) + imageLoad(d, ivec2(0));
    gl_Position += first + second.xyxy + before[0] + textureLod(g, vec2(0), 0) + h[0].xyzx;
}
//// a.frag
#version 460
layout(binding = 0) buffer A { vec4 a; }; //~ error[GS1111]
layout(binding = 1) uniform samplerCube b; //~ error[GS1111]
layout(binding = 2, rgba8) uniform image2D c; //~ error[GS1111]
layout(binding = 3, r32ui) uniform uimage2D d; //~ error[GS1111]
layout(binding = 4) uniform E { ivec4 e; }; //~ warning[GS1112]
layout(binding = 5) uniform F { mat4 before; dvec2 f; }; //~ warning[GS1112]
layout(binding = 6) uniform sampler2D g; //~ error[GS1111]
layout(binding = 7) uniform H { mat3 h; };
layout(push_constant) uniform Push { vec4 first; layout(offset = 16) int second; }; //~ warning[GS1113]
layout(location = 0) out vec4 color;
void main() {
    color = a + e + vec4(f, 0, 0) + before[1] + texture(b, vec3(0)) + imageLoad(c, ivec2(0)) + imageLoad(d, ivec2(0));
    color += first * second + texture(g, vec2(0)) + h[0].xyzx;
}
