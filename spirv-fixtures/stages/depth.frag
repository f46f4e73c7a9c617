// compile: vulkan1.1
// Redeclarations of built-in variables and layouts for the whole stage.
#version 450
layout(origin_upper_left) in vec4 gl_FragCoord;
layout(depth_less) out float gl_FragDepth;
layout(early_fragment_tests) in;
in float gl_ClipDistance[2];
out int gl_SampleMask[1];
void main() {
    gl_FragDepth = gl_FragCoord.z / 2 + gl_ClipDistance[1];
    gl_SampleMask[0] = gl_SampleMaskIn[0] & gl_PrimitiveID;
}
