// Stages meet by location.
#version 450
in vec3 position; //~ error[GS0235]
out vec3 color; //~ error[GS0235]
void main() {
    gl_Position = vec4(position, 1.0);
    color = position;
}
