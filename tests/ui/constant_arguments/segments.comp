#version 450
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b; };
void main() {
    b = shuffleNV(b, 40u, 32u); //~ warning[GS0604]@22
    b = shuffleNV(b, 1u, 33u); //~ warning[GS0603]@26
    b = shuffleXorNV(b, 9u, 8u); //~ warning[GS0604]@25
    b = shuffleNV(b, 1u, 16u);
}
