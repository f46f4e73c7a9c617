// compile: vulkan1.1
// stages: depth.vert
// draw: 6
// buffer(0): u32 = [0; 64]
// target(0): r32i 2d 8x8 = [-1; 64]
// depth: d32f 2d 8x8 less = [0.75; 64]
// A depth of its own, inputs that are arrays, both faces, and a buffer that fragments write.
#version 450
layout(location = 0) in vec2 places[2];
layout(location = 2) flat in ivec3 face;
layout(location = 0) out int seen;
layout(std430, set = 0, binding = 0) buffer Counts { uint counts[64]; };

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    counts[at.y * 8 + at.x] += 1u + uint(gl_PrimitiveID);
    seen = gl_FrontFacing ? face.x : -face.y;
    gl_FragDepth = fract(places[0].x * 3.0) * places[1].y + gl_FragCoord.z * 0.25;
}
