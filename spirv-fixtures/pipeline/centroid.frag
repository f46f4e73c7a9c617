// compile: vulkan1.0
// stages: centroid.vert
// samples: 4
// area: 4 1
// buffer(0): i32 = [0; 3]
// expect buffer(0) == [2, -2, 2]
// The first pixel is covered by its right samples only, its centre lies outside. A centroid or a sample's own value never is that of a
// place outside; the centre's is.
#version 450
layout(location = 0) noperspective centroid in float inside;
layout(location = 1) noperspective in float centre;
layout(location = 2) noperspective sample in float each;
layout(binding = 0) buffer Signs { int signs[3]; };
void main() {
    // Once for each of the two samples that are covered.
    if (int(gl_FragCoord.x) != 0) return;
    atomicAdd(signs[0], int(sign(inside)));
    atomicAdd(signs[1], int(sign(centre)));
    atomicAdd(signs[2], int(sign(each)));
}
