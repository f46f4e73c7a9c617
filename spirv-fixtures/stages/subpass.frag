// compile: vulkan1.1
// Input attachments, one sample and many, of each kind of numbers.
#version 450
layout(input_attachment_index = 0, binding = 0) uniform subpassInput a;
layout(input_attachment_index = 1, binding = 1) uniform isubpassInputMS b;
layout(location = 0) out vec4 color;
vec4 read(subpassInput from) { return subpassLoad(from); }
void main() { color = read(a) + vec4(subpassLoad(b, 2)); }
