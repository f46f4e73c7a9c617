// compile: vulkan1.1
// `gl_FragData` has as many elements as the shader writes.
#version 330
layout(location = 0) in vec2 position;
void main() {
    gl_FragData[0] = vec4(position, 0.0, 1.0);
    gl_FragData[2] = vec4(1.0);
}
