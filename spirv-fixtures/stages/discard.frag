// compile: vulkan1.1 vulkan1.3
// Fragments know where they are; what is discarded, demoted or terminated is not written, and the depth that a shader
// writes is tested.
// target(0): rgba32f 2d 4x4 = [9; 64]
// depth: d32f 2d 4x4 less = [0.5; 16]
// expect target(0) == [9, 9, 9, 9, 1.5, 0.5, 1, 1, 2.5, 0.5, 1, 1, 3.5, 0.5, 1, 1, 0.5, 1.5, 1, 1, 9, 9, 9, 9
// , 2.5, 1.5, 1, 1, 3.5, 1.5, 1, 1, 0.5, 2.5, 1, 1, 1.5, 2.5, 1, 1, 9, 9, 9, 9, 3.5, 2.5, 1, 1, 9, 9, 9, 9, 9
// , 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_terminate_invocation : require
layout(location = 0) out vec4 color;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float slope = dFdx(gl_FragCoord.x);
    if (at == ivec2(0)) {
        discard;
    }
    if (at == ivec2(1)) {
        demote;
    }
    if (at == ivec2(2)) {
        terminateInvocation;
    }
    color = vec4(gl_FragCoord.xy, slope, gl_HelperInvocation || helperInvocationEXT() ? 0 : 1);
    gl_FragDepth = at.y == 3 ? 0.75 : 0.25;
}
