// Invocations of AMD_shader_ballot that do not exist, or are not known.
#version 450
#extension GL_AMD_shader_ballot : require
layout(constant_id = 0) const uint lane = 1u;
layout(binding = 0) buffer Data { vec4 data; uvec4 lanes; };
void main() {
    data = swizzleInvocationsAMD(data, uvec4(0, 1, 2, 4)); //~ error[GS0601]@40
    data = swizzleInvocationsAMD(data, lanes); //~ error[GS0600]@40
    data = swizzleInvocationsAMD(data, uvec4(lane)); //~ error[GS0606]@40
    data = swizzleInvocationsMaskedAMD(data, uvec3(31, 0, 32)); //~ error[GS0601]@46
}
