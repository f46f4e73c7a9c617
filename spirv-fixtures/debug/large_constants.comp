// compile: vulkan1.1
// debug: full
// dispatch: 1 1 1
// buffer(0): f32 = [0.0, 0.0]
// expect buffer(0) == [2.0, 0.0]
// What only debug information would declare must not be large: `TABLE` has no value in it, `SMALL` has.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    const float SMALL[2] = float[](1.0, 2.0);
    const float TABLE[40] = float[](
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0,
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    data[0] = SMALL[1];
}
