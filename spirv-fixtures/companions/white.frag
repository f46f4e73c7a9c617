// compile: vulkan1.0
// Writes one everywhere.
#version 450
layout(location = 0) out float o;
void main() {
    o = 1;
}
