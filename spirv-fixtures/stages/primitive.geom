// compile: vulkan1.0 vulkan1.1
// Each vertex of a primitive, with arrays sized by the layout, before and after it.
#version 450
layout(location = 0) in vec4 color[];
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 1) in Vertex { vec2 uv[2]; } vertices[3];
layout(location = 0) out vec4 o;
void main() {
    for (int i = 0; i < gl_in.length(); ++i) {
        gl_Position = gl_in[i].gl_Position;
        gl_PrimitiveID = gl_PrimitiveIDIn;
        o = color[i] + vertices[i].uv[1].xyxy;
        EmitVertex();
    }
    EndPrimitive();
}
