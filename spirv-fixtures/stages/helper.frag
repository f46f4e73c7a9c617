// compile: vulkan1.1 vulkan1.3
// Since SPIR-V 1.6 the value may change between two loads.
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out vec4 color;
void main() {
    bool before = gl_HelperInvocation;
    demote;
    color = vec4(before, gl_HelperInvocation, helperInvocationEXT(), 0);
}
