// Functions and variables of other stages.
#version 460
#extension GL_AMD_shader_explicit_vertex_parameter : require
#extension GL_NV_conservative_raster_underestimation : require
#extension GL_OVR_multiview : require
void main() {
    bool covered = gl_FragFullyCoveredNV; //~ error[GS0503]@20
    uint view = gl_ViewID_OVR; //~ error[GS0503]@17
    vec4 color = interpolateAtVertexAMD(vec4(0), 1); //~ error[GS0503]@18
}
