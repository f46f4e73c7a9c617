// compile: vulkan1.0
// A square whose right edge is three times as far away as its left one.
#version 450
layout(location = 0) out float perspective;
layout(location = 1) noperspective out float linear;
layout(location = 2) flat out int vertex;
void main() {
    const vec2 place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    const float w = 1.0 + 2.0 * place.x;
    gl_Position = vec4((2.0 * place - 1.0) * w, 0.0, w);
    perspective = place.x;
    linear = place.x;
    vertex = gl_VertexIndex;
}
