// compile: vulkan1.1
// The size of the fragment.
#version 450
#extension GL_EXT_fragment_invocation_density : require
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_FragSizeEXT, gl_FragInvocationCountEXT, 1); }
