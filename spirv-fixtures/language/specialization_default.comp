// compile: vulkan1.0 vulkan1.1
// Without values from outside the defaults hold, and operations on them are operations on specialization constants.
// buffer(0): i32 = [0; 12]
// expect buffer(0) == [6, 1, 24, 3, 5, 1, 7, 2]
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 10) const int six = 6;
layout(constant_id = 11) const bool yes = true;
const int four = six - 2;
const ivec2 pair = ivec2(six, four);
const bool both = yes && six > 5;
layout(binding = 0) buffer Out { int r[]; };
void main() {
    r[0] = six;
    r[1] = int(yes);
    r[2] = pair.x * pair.y;
    r[3] = six / 2;
    int list[four + 1];
    r[4] = list.length();
    r[5] = int(both);
    r[6] = (six | 1);
    r[7] = (six % four);
}
