// compile: vulkan1.1
// Vertices that are passed through, read or not; the layout of the output follows.
#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in gl_PerVertex {
    vec4 gl_Position;
};
layout(passthrough, location = 0) in Unread {
    vec2 texture_at;
    vec4 base;
};
layout(location = 2) in Read {
    int layer;
    layout(passthrough) float brightness;
} vertices[];
layout(passthrough, location = 4) in vec4 tint[];
void main() {
    gl_Layer = vertices[0].layer;
}
