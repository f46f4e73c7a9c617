// compile: vulkan1.0
// Functions that should be inlined, or not.
#version 450
#extension GL_EXT_function_control_attributes : require
layout(location = 0) out vec4 color;
[[inline]] float one() { return 1.0; }
float two() [[noinline]] { return 2.0; }
void main() { color = vec4(one(), two(), one(), two()); }
