// compile: vulkan1.0
// target(0): rgba32f 2d 2x1
// input(0): rgba32f 2d 2x1 = [1, 2, 3, 4, 5, 6, 7, 8]
// input(3): r32ui 2d 2x1 = [100, 200]
// expect target(0) == [101, 2, 3, 4, 205, 6, 7, 8]
// Two input attachments, read at the fragment's own place.
#version 450
layout(input_attachment_index = 0, binding = 0) uniform subpassInput first;
layout(input_attachment_index = 1, binding = 3) uniform usubpassInput second;
layout(location = 0) out vec4 color;
void main() {
    color = subpassLoad(first);
    color.x += float(subpassLoad(second).x);
}
