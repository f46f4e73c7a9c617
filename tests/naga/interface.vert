#version 450
// Inputs and outputs are arguments and the result of the entry point; a matrix takes four locations.
layout(location = 0) in vec3 position;
layout(location = 1) in mat4 placement;
layout(location = 0) out Surface { vec3 normal; flat int layer; };
layout(location = 2) noperspective centroid out vec2 at[2];
layout(push_constant) uniform Camera { mat4 view; };
invariant gl_Position;
void main() {
    gl_Position = view * placement * vec4(position, 1);
    normal = mat3(placement) * position;
    layer = gl_InstanceIndex + gl_VertexIndex;
    at[0] = position.xy;
    at[1] = position.yz;
}
