// compile: vulkan1.0
// stages: interpolate_at.vert
// samples: 4
// area: 4 4
// buffer(0): f32 = [0; 8]
// expect buffer(0) ~= [0.25, -0.125, 0.25, 0, 0, 0, 0.375, 0.125] within 1e-4
// An input at an offset from the centre, at the centroid of a fragment that is covered wholly, and at a sample: the standard places of
// four samples begin with (0.375, 0.125).
#version 450
layout(location = 0) noperspective in vec2 place;
layout(location = 1) in Block { float x; } block;
layout(binding = 0) buffer Seen { float seen[8]; };
void main() {
    const ivec2 pixel = ivec2(gl_FragCoord.xy);
    if (pixel != ivec2(1, 2)) return;
    const vec2 centre = vec2(pixel) + 0.5;
    const vec2 offset = interpolateAtOffset(place, vec2(0.25, -0.125)) - centre;
    seen[0] = offset.x;
    seen[1] = offset.y;
    seen[2] = interpolateAtOffset(block.x, vec2(0.25, 0.0)) - centre.x;
    const vec2 middle = interpolateAtCentroid(place) - centre;
    seen[4] = middle.x;
    seen[5] = interpolateAtCentroid(place.y) - centre.y;
    const vec2 first = interpolateAtSample(place, 0) - vec2(pixel);
    seen[6] = first.x;
    seen[7] = first.y;
}
