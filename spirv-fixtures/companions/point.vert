// compile: vulkan1.0
// One point in the middle.
#version 450
void main() {
    gl_Position = vec4(0, 0, 0, 1);
    gl_PointSize = 1;
}
