// compile: vulkan1.1
// Transform feedback: offsets and buffers of variables and members; strides that are not declared follow from them.
#version 450
layout(xfb_buffer = 1, xfb_stride = 48) out;
layout(location = 0, xfb_offset = 4) out float a;
layout(location = 1, xfb_buffer = 2) out Block { layout(xfb_offset = 16) vec2 b; layout(xfb_offset = 0) vec4 c; };
out gl_PerVertex { layout(xfb_buffer = 0, xfb_offset = 0) vec4 gl_Position; };
void main() {
    a = 1;
    b = vec2(2);
    c = vec4(3);
    gl_Position = vec4(4);
}
