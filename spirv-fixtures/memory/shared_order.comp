// compile: vulkan1.2
// Shared variables come in the order of their declarations, not of their uses: drivers give them their places in that order.
// An array is copied in and out of an inout parameter, although it is a whole variable.
// buffer(0): u32 = [0; 8]
// expect buffer(0) == [8, 1, 10, 3, 4, 5, 6, 7]
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Out { uint r[8]; };
shared uint declared_first[8];
shared uint declared_second[8];
shared uint unused[8];
shared uint declared_third;

void first_of_three(inout uint values[3]) {
    values[0] += declared_third;
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    declared_third = 8u;
    declared_second[lane] = lane;
    barrier();
    declared_first[lane] = declared_second[lane ^ 1u];
    barrier();
    uint values[3] = uint[](declared_first[lane ^ 1u], 0u, 0u);
    if ((lane & 1u) == 0u && lane < 4u) first_of_three(values);
    r[lane] = values[0];
}
