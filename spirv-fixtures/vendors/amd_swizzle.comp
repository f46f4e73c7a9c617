// compile: vulkan1.0 vulkan1.1
// Invocations that read each other by a pattern.
#version 450
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Result { vec4 data; uint word; };
void main() {
    const uvec4 reversed = uvec4(3, 2, 1, 0);
    data = swizzleInvocationsAMD(data, reversed);
    data.x = swizzleInvocationsMaskedAMD(data.x, uvec3(31, 0, 1));
    word = writeInvocationAMD(word, 7u, 3u);
}
