// compile: vulkan1.1 vulkan1.3
// Clocks, assumptions, the device index, and hints for loops and branches.
#version 450
#extension GL_EXT_expect_assume : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_device_group : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_control_flow_attributes2 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int a; ivec2 b; uint64_t time; uvec2 halves; };
void main() {
    assumeEXT(a < 100);
    if (expectEXT(a == 3, true)) a = gl_DeviceIndex;
    b = expectEXT(b, ivec2(1));
    halves = clock2x32ARB() + clockRealtime2x32EXT();
    time = clockRealtimeEXT() - clockARB();
    [[unroll, min_iterations(2), max_iterations(5), iteration_multiple(2), peel_count(1), partial_count(4)]]
    for (int i = 0; i < 4; i++) a += b.x;
    [[dont_unroll, dependency_length(3)]] while (a < 3) a++;
    [[loop, dependency_infinite]] do { a += 2; } while (a < 9);
    [[dont_flatten]] if (a < 4) b.x = 3;
    [[flatten]] if (a < 5) b.y = 3;
    [[branch]] switch (a) { case 1: b.x = 4; }
    // Of what contradicts itself the last counts.
    [[unroll, peel_count(2), dont_unroll]] while (a < 7) a++;
    [[dependency_length(3), dependency_infinite]] while (a < 8) a++;
}
