#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };

// Squares every number; `hot_reload` runs it.
void main() {
    uint index = gl_GlobalInvocationID.x;
    numbers[index] *= numbers[index];
}
