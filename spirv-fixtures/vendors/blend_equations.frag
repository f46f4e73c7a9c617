#version 320 es
// compile: vulkan1.0
// The pipeline chooses the equation; the layouts of the shader change nothing.
layout(blend_support_multiply, blend_support_hsl_color) out;
layout(blend_support_all_equations) out;
layout(location = 0) out mediump vec4 color;
void main() {
    color = vec4(1.0);
}
