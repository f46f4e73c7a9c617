// compile: vulkan1.1
// Streams of outputs: by default, of a variable, of a redeclared block.
#version 450
layout(points) in;
layout(points, max_vertices = 2) out;
layout(stream = 1) out;
layout(location = 0) out vec4 a;
layout(location = 1, stream = 0) out vec4 b;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
layout(stream = 0) out gl_PerVertex { vec4 gl_Position; };
void main() {
    a = gl_in[0].gl_Position;
    EmitStreamVertex(1);
    EndStreamPrimitive(1);
    b = vec4(1);
    gl_Position = b;
    EmitStreamVertex(0);
    EndStreamPrimitive(0);
}
