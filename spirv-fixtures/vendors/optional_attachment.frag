// compile: vulkan1.3
// A subpass input without an index.
#version 460
#extension GL_EXT_optional_input_attachment_index : require
layout(binding = 0) uniform subpassInput depth;
layout(location = 0) out vec4 color;
void main() { color = subpassLoad(depth); }
