// compile: vulkan1.1
// Arrays in input blocks that are only indexed by literals.
#version 450
in Varyings {
    layout(location = 0) vec2 places[];
} inputs;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(inputs.places[0], inputs.places[2]);
}
