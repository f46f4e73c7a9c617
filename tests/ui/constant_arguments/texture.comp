#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D t;
layout(binding = 1) buffer B { int b; };
void main() {
    vec4 a = textureLodOffset(t, vec2(0), 0.0, ivec2(b)); //~ error[GS0600]@48
    vec4 c = textureGather(t, vec2(0), b); //~ error[GS0600]@40
    vec4 d = textureGather(t, vec2(0), 4); //~ error[GS0601]@40
}
