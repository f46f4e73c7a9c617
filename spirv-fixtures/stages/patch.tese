// compile: vulkan1.0 vulkan1.1
// What the evaluation shader reads from a patch, and the position that it writes.
#version 450
layout(triangles, fractional_odd_spacing, cw, point_mode) in;
layout(location = 0) in vec4 color[];
layout(location = 1) in Vertex { vec2 uv; } vertices[gl_MaxPatchVertices];
layout(location = 2) patch in vec4 whole;
layout(location = 3) patch in Patch { float weights[2]; };
layout(location = 0) out vec4 o;
void main() {
    vec4 sum = vec4(0);
    for (int i = 0; i < gl_PatchVerticesIn; ++i) sum += gl_in[i].gl_Position * gl_TessCoord[i];
    gl_Position = sum * gl_TessLevelOuter[0] + gl_TessLevelInner[1] + gl_PrimitiveID;
    o = color[0] + vertices[1].uv.xyxy + whole + weights[1];
}
