// compile: vulkan1.3
// Ranks, dimensions and sizes given by specialization constants.
#version 460
#extension GL_ARM_tensors : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint RANK = 2;
layout(constant_id = 1) const int LAST = 1;
layout(constant_id = 2) const float OUTSIDE = -1.0;

layout(set = 0, binding = 0) uniform readonly tensorARM<float, RANK> source;
layout(set = 0, binding = 1) uniform tensorARM<float, (LAST + 1)> target[2];
layout(set = 0, binding = 2) buffer Data {
    uint elements;
    float part[RANK];
};

uint last_size(readonly tensorARM<float, RANK> tensor) {
    return tensorSizeARM(tensor, RANK - 1u) * tensorSizeARM(tensor, LAST);
}

void main() {
    uint at[RANK];
    for (int i = 0; i < at.length(); i++) {
        at[i] = elements;
    }
    float row[RANK];
    tensorReadARM(source, at, row, gl_TensorOperandsOutOfBoundsValueARM, OUTSIDE);
    uint to[LAST + 1];
    to[LAST] = 3;
    tensorWriteARM(target[1], to, row);
    // Whoever specializes the rank changes this, too.
    tensorReadARM(source, uint[](0u, 1u), row[0]);
    elements = last_size(source);
}
