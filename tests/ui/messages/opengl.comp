// Names that OpenGL has, and built-ins of other stages.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

void main() {
    gl_FragColor = vec4(1.0); //~ error[GS0200]
    int vertex = gl_VertexIndex; //~ error[GS0503]
    int id = gl_VertexID; //~ error[GS0503]
    data[0] = texture2D(picture, vec2(0.0)).x; //~ error[GS0319]
    data[1] = shadow2D(picture, vec3(0.0)).x; //~ error[GS0303]
    discard; //~ error[GS0503]
}
