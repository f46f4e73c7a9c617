// compile: vulkan1.0
// samples: 4
// target(0): r32f 2d 4x1 = [8; 4]
// expect target(0) == [8, 6, 4, 0]
// Fragments of which none, one, two and four samples are written.
#version 450
layout(location = 0) out float color;
void main() {
    const int x = int(gl_FragCoord.x);
    gl_SampleMask[0] = x == 3 ? 15 : (1 << x) - 1;
    color = 0.0;
}
