// compile: vulkan1.0 vulkan1.1
// Per-vertex arrays without a size, blocks in arrays, per-patch outputs, and a barrier between writing and reading.
#version 450
layout(location = 0) in vec4 color[];
layout(location = 1) in Vertex { vec2 uv; flat int id; } vertices[];
layout(location = 0) out vec4 colors[];
layout(location = 1) out Out { vec2 uv; } outs[];
layout(location = 2) patch out vec4 neighbour;
layout(location = 3) patch out Patch { float weights[2]; } whole;
layout(vertices = 3) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    colors[gl_InvocationID] = color[gl_InvocationID] * float(gl_PatchVerticesIn + gl_in.length());
    outs[gl_InvocationID].uv = vertices[gl_InvocationID].uv * vertices[0].id;
    barrier();
    neighbour = colors[(gl_InvocationID + 1) % colors.length()] + gl_PrimitiveID;
    whole.weights[1] = 2;
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = 1;
        gl_TessLevelOuter[2] = 2;
        gl_TessLevelInner[0] = gl_TessLevelOuter[0];
    }
}
