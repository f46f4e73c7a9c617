// compile: vulkan1.0
// stages: sample_qualifier.vert
// samples: 4
// target(0): rgba32f 2d 2x2
// buffer(0): u32 = [0; 2]
// expect target(0) ~= [0.5, 0.5, 0, 1, 1.5, 0.5, 0, 1, 0.5, 1.5, 0, 1, 1.5, 1.5, 0, 1] within 1e-4
// expect buffer(0) == [16, 16]
// `sample` runs the shader for each sample and interpolates there: the mean is the centre, and what is interpolated at the
// sample and the sample's place agree.
#version 450
layout(location = 0) sample in vec2 place;
layout(location = 0) out vec4 color;
layout(binding = 0) buffer Counts { uint runs; uint equal; };
void main() {
    const vec2 own = floor(gl_FragCoord.xy) + gl_SamplePosition;
    atomicAdd(runs, 1u);
    atomicAdd(equal, distance(own, place) < 1e-3 ? 1u : 0u);
    color = vec4(place, 0.0, 1.0);
}
