// compile: vulkan1.0
// Notes for each vertex, by its place in a grid of three by three, where the patch puts it and what else arrives.
#version 450
layout(quads, equal_spacing, ccw) in;
layout(location = 0) in float doubled[];
layout(location = 1) patch in float total;
layout(binding = 0) buffer Seen { vec4 seen[9]; };
void main() {
    const ivec2 cell = ivec2(gl_TessCoord.xy * 2.0);
    gl_Position = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x),
                      mix(gl_in[2].gl_Position, gl_in[3].gl_Position, gl_TessCoord.x), gl_TessCoord.y);
    seen[cell.y * 3 + cell.x] =
        vec4(gl_Position.xy, total + gl_TessLevelInner[0] / 8.0, doubled[gl_PatchVerticesIn - 1 - gl_PrimitiveID]);
}
