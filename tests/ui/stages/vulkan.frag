#version 460
// What OpenGL has asks for the mode that takes it.
layout(binding = 0) buffer Data {
    uint count;
};
uniform vec4 tint; //~ error[GS0215]
layout(binding = 0) uniform atomic_uint counter; //~ error[GS0203]

void main() {
    uint value = atomicCounterIncrement(count); //~ error[GS0500]
}
