#version 450
// `out` and `inout` parameters are pointers to variables, and structures are values.
layout(local_size_x = 1) in;
struct Ray { vec3 origin, direction; };
layout(std430, binding = 0) buffer Data { vec4 data[]; };
float calls = 0.0;
void advance(inout Ray ray, float by, out float travelled) {
    ray.origin += by * ray.direction;
    travelled = length(by * ray.direction);
    calls += 1.0;
}
void main() {
    Ray ray = Ray(data[0].xyz, normalize(data[1].xyz));
    float travelled;
    advance(ray, 2.0, travelled);
    advance(ray, 3.0, data[2].w);
    data[3] = vec4(ray.origin, travelled + calls);
}
