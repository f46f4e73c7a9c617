// litmus:
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { volatile uint flag; uint done; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        flag = 1u;
    } else {
        done = flag;
    }
}
