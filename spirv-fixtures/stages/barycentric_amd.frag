// compile: vulkan1.1
// Barycentric coordinates by AMD's names.
#version 450
#extension GL_AMD_shader_explicit_vertex_parameter : require
layout(location = 0) out vec4 color;
void main() {
    color = vec4(gl_BaryCoordSmoothAMD, gl_BaryCoordNoPerspAMD) + gl_BaryCoordPullModelAMD.xyzz;
    color.xy += gl_BaryCoordNoPerspCentroidAMD + gl_BaryCoordNoPerspSampleAMD;
    color.zw += gl_BaryCoordSmoothCentroidAMD + gl_BaryCoordSmoothSampleAMD;
}
