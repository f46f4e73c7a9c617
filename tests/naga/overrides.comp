#version 450
// Specialization constants are overrides with their ids.
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 1) const int COUNT = 4;
layout(constant_id = 2) const bool TWICE = false;
const int LAST = COUNT - 1;
layout(std430, binding = 0) buffer Data { int data[]; };
layout(push_constant) uniform Push { int start; ivec2 step; };
shared int tile[COUNT];
void main() {
    tile[gl_LocalInvocationIndex] = start + step.y * LAST;
    barrier();
    data[gl_GlobalInvocationID.x] = TWICE ? 2 * tile[LAST] : tile[0];
}
