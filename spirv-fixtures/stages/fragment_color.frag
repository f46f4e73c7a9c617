// compile: vulkan1.1
// `varying` and `gl_FragColor`, which GLSL before 4.20 has.
#version 140
layout(location = 0) varying vec2 position;
void main() {
    gl_FragColor = vec4(position, 0.0, 1.0);
    gl_FragColor.x += 0.5;
}
