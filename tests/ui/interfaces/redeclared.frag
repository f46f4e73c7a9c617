#version 450
layout(depth_greater) out float gl_FragDepth;
layout(depth_less) out float gl_FragDepth; //~ error[GS0233]@8
in vec3 gl_FragCoord; //~ error[GS0238]@9
void main() {
    gl_FragDepth = gl_FragCoord.z;
}
layout(depth_greater) out float gl_FragDepth; //~ error[GS0238]@33
out gl_PerVertex { vec4 gl_Position; }; //~ error[GS0238]@5
