// compile: vulkan1.0
// Section 8.5.
// buffer(0): f32 = [3, 4, 0, 0]
// buffer(1): f32 = [0; 24]
// expect buffer(1) ~= [5, 5, 25, 0.6, 0.8, 0, 0, 25, -3, -4, 3, -4, 0.6, 3, 7] within 1e-5
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { vec4 v; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    r[0] = length(v);
    r[1] = distance(v.xy, vec2(0.0));
    r[2] = dot(v, v);
    vec2 n = normalize(v.xy);
    r[3] = n.x; r[4] = n.y;
    vec3 c = cross(v.xyz, vec3(-4, 3, 0));
    r[5] = c.x; r[6] = c.y; r[7] = c.z;
    vec2 f = faceforward(v.xy, v.xy, v.xy);
    r[8] = f.x; r[9] = f.y;
    vec2 m = reflect(v.xy, vec2(0, 1));
    r[10] = m.x; r[11] = m.y;
    r[12] = refract(vec2(0.6, -0.8), vec2(0, 1), 1.0).x;
    r[13] = length(v.x);
    r[14] = dot(v.x, 1.0) + v.y;
}
