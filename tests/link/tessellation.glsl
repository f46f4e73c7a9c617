// Through all stages: arrays over the vertices of a patch and a primitive, and per-patch variables.
//// a.vert
#version 460
layout(location = 0) out vec3 normal;
layout(location = 1) out float level;
void main() { normal = vec3(0); level = 2; gl_Position = vec4(0); }
//// a.tesc
#version 460
layout(vertices = 3) out;
layout(location = 0) in vec3 normal[];
layout(location = 1) in float level[];
layout(location = 0) out vec3 turned[];
layout(location = 1) patch out vec4 tint;
layout(location = 2) patch out Patch { float weight[2]; } each;
void main() {
    turned[gl_InvocationID] = normal[gl_InvocationID];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = level[0];
    tint = vec4(1);
    each.weight[0] = each.weight[1] = 1;
}
//// a.tese
#version 460
layout(quads) in;
layout(location = 0) in vec3 normal[];
layout(location = 1) patch in vec4 tint;
layout(location = 2) patch in Patch { float weight[2]; } each;
layout(location = 3) out Vertex { vec4 color; } vertex;
void main() { vertex.color = tint * vec4(normal[0], each.weight[1]); gl_Position = gl_in[0].gl_Position; }
//// a.geom
#version 460
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 3) in Vertex { vec4 color; } vertex[];
layout(location = 0) out vec4 color;
void main() {
    for (int i = 0; i < 3; ++i) { color = vertex[i].color; gl_Position = gl_in[i].gl_Position; EmitVertex(); }
}
//// a.frag
#version 460
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 result;
void main() { result = color; }
