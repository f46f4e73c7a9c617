// compile: vulkan1.1
// Both blocks redeclared, with the sizes that they have by default.
#version 410
layout(vertices = 2) out;
in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; } gl_in[gl_MaxPatchVertices];
out gl_PerVertex { vec4 gl_Position; } gl_out[2];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * gl_in[1].gl_ClipDistance[gl_InvocationID];
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = 4;
}
