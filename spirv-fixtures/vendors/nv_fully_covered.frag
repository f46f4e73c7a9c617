// compile: vulkan1.1
// Whether all of the pixel is covered.
#version 450
#extension GL_NV_conservative_raster_underestimation : require
layout(location = 0) out float result;
void main() {
    result = gl_FragFullyCoveredNV ? 1.0 : 0.0;
}
