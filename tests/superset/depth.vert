// compile: vulkan1.1
// Drawn by depth.frag: two triangles, one of each face.
#version 450
layout(location = 0) out vec2 places[2];
layout(location = 2) flat out ivec3 face;

const vec2 CORNERS[6] = vec2[](vec2(-1.0), vec2(1.0, -1.0), vec2(-1.0, 1.0), vec2(1.0), vec2(-1.0, 1.0), vec2(1.0, -0.9));

void main() {
    vec2 corner = CORNERS[gl_VertexIndex];
    places[0] = corner;
    places[1] = (corner + 1.0) * 0.5;
    face = ivec3(3, 4, 5) + int(gl_VertexIndex) / 3;
    if (gl_VertexIndex > 2) {
        corner.xy = corner.yx;
    }
    gl_Position = vec4(corner, 0.5, 1.0);
}
