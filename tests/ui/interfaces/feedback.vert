// Where transform feedback may not capture.
#version 460
layout(xfb_buffer = 1, xfb_stride = 16) out;
layout(location = 0, xfb_buffer = 0, xfb_offset = 2) out vec4 unaligned; //~ error[GS0249]
layout(location = 1, xfb_buffer = 0, xfb_offset = 36) out dvec2 uneven; //~ error[GS0249]
layout(location = 2, xfb_buffer = 0, xfb_offset = 8) out vec4 over; //~ error[GS0249]
layout(location = 3, xfb_buffer = 1, xfb_offset = 16) out vec4 behind;
//~^^^^^ error[GS0249]
layout(location = 4, xfb_buffer = 9, xfb_offset = 0) out vec4 nowhere; //~ error[GS0249]
layout(xfb_buffer = 2, xfb_stride = 4000) out; //~ error[GS0249]
layout(xfb_buffer = 3, xfb_stride = 6) out; //~ error[GS0249]
layout(location = 5, xfb_buffer = 3, xfb_offset = 0) out float single;
layout(location = 6, xfb_buffer = 2) out Block {
    layout(xfb_offset = 0) vec4 first;
    layout(xfb_offset = 8) vec4 second; //~ error[GS0249]
    layout(xfb_buffer = 1, xfb_offset = 32) vec4 third; //~ error[GS0249]
};
void main() {}
