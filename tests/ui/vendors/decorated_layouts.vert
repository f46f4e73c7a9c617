// Layouts that belong to one variable of one stage, or need their extension.
#version 450
#extension GL_NV_viewport_array2 : require
layout(location = 0, viewport_relative) out vec4 color; //~ error[GS0210]@22
layout(viewport_relative, secondary_view_offset = 1) out int gl_Layer; //~ error[GS0500]@27
layout(passthrough, location = 1) in vec4 position; //~ error[GS0500]@8
layout(push_constant, bank = 1) uniform Bank { float f; }; //~ error[GS0500]@23
layout(num_views = 2) in; //~ error[GS0500]@8
void main() {
    gl_Position = position;
    color = vec4(f);
}
