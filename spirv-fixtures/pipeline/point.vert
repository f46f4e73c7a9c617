// compile: vulkan1.0
// One point, as large as the target.
#version 450
void main() {
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 4.0;
}
