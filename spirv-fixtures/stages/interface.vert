// compile: vulkan1.0 vulkan1.1 vulkan1.3
// Variables and blocks of each kind on both sides of a vertex shader; an output that is never written is declared all the same.
#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in mat2 turn;
layout(location = 3, component = 1) in vec2 uv;
layout(location = 4) in uint unused;
layout(location = 0) out vec2 out_uv;
layout(location = 1) flat out ivec2 id;
layout(location = 2) noperspective centroid out float depth;
layout(location = 2, component = 1) noperspective centroid out float height;
layout(location = 3) out Block {
    vec4 a;
    mat3 m;
    layout(location = 8) flat uint c;
} block;
layout(location = 10) out vec4 written_by_none;
layout(binding = 0) uniform Camera { mat4 mvp; };
out gl_PerVertex {
    invariant vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[3];
};

void main() {
    out_uv = turn * uv;
    id = ivec2(gl_VertexIndex, gl_InstanceIndex);
    depth = height = position.z;
    block.a = vec4(1);
    block.m = mat3(2);
    block.c = 3;
    gl_Position = mvp * vec4(position, 1);
    gl_ClipDistance[1] = 2;
}
