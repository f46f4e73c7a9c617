// compile: vulkan1.1
// Desktop GLSL takes precisions as ESSL does. Everything is `highp` by default.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data {
    mediump float relaxed;
    float full;
    mediump ivec2 integers;
    mediump uint old;
};
layout(binding = 1, rgba8) uniform mediump image2D picture;

mediump float half_of(mediump float x) {
    return x * 0.5;
}

void main() {
    full = relaxed * 2.0 + half_of(relaxed);
    full += relaxed * full;
    integers += integers << integers.yx;
    imageStore(picture, integers, imageLoad(picture, ivec2(0)) * relaxed);
    // Atomics are exact.
    old = atomicAdd(old, 1u);
}
