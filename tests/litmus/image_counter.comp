// litmus:
#version 450
layout(local_size_x = 2) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1) buffer Results { uint old[2]; };

void main() {
    old[gl_LocalInvocationIndex] = imageAtomicAdd(counts, ivec2(1, 2), 5u);
}
