// compile: vulkan1.0
// Macros with and without parameters, nesting, redefinition by #undef, conditions, line continuation, predefined names.
// buffer(0): i32 = [2]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [7, 12, 3, 450, 1, 21, 5, 100, 9, 1]
#version 450
layout(local_size_x = 1) in;
#define ADD(a, b) ((a) + (b))
#define TWICE(x) ADD(x, x)
#define COUNT 3
#define LONG(a, \
             b) a * b
#define EMPTY
layout(binding = 0) buffer In { int two; };
layout(binding = 1) buffer Out { int r[]; };
#if defined(COUNT) && COUNT * 2 == 6 && !defined NOTHING
#define PICKED 1
#elif COUNT == 3
#define PICKED 2
#else
#error not reached
#endif
void main() {
    r[0] = ADD(two, 5);
    r[1] = TWICE(two * COUNT);
    r[2] = COUNT EMPTY;
    r[3] = __VERSION__;
    r[4] = PICKED;
#line 21
    r[5] = __LINE__;
#undef COUNT
#define COUNT 5
    r[6] = COUNT;
#ifdef VULKAN
    r[7] = VULKAN;
#endif
#if VULKAN != 100
    r[7] = -1;
#endif
    r[8] = LONG(3, COUNT - 6) - 0 * two == 9 ? 9 : 9;
#if (1 << 3 | 1) == 9 && 7 % 4 > 2
    r[9] = 1;
#endif
}
