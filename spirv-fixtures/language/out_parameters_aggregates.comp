// compile: vulkan1.0 vulkan1.1
// Whole arrays, structures, matrices and their parts as out and inout arguments.
// buffer(0): f32 = [1, 2, 3, 4]
// expect buffer(0) == [1, 2, 30, 40]
// buffer(1): f32 = [0; 12]
// expect buffer(1) == [9, 8, 7, 1, 5, 6, 4, 2, 3, 0, 11]
#version 450
layout(local_size_x = 1) in;
struct Pair { float a; float b[2]; };
layout(binding = 0, std430) buffer Data { mat2 m; };
layout(binding = 1, std430) buffer Out { float r[]; };
void fill(out float x[3]) { x = float[3](9.0, 8.0, 7.0); }
void scale(inout vec2 x) { x *= 10.0; }
void pair(inout Pair p) { p.b = float[2](5.0, 6.0); p.a += 0.0; }
void one(inout float x) { x = x * 2.0; }
bool test(out bvec2 x) { x = bvec2(true, false); return x.x; }
void main() {
    float x[3];
    fill(x);
    for (int i = 0; i < 3; ++i) r[i] = x[i];
    scale(m[1]);
    Pair p = Pair(1.0, float[2](0.0, 0.0));
    pair(p);
    r[3] = p.a; r[4] = p.b[0]; r[5] = p.b[1];
    vec4 v = vec4(1, 2, 3, 4);
    int i = 1;
    one(v[i]);
    r[6] = v.y;
    one(p.a);
    r[7] = p.a;
    bvec4 b = bvec4(false);
    bool t = test(b.zw);
    r[8] = 3.0 * float(t && b.z);
    r[9] = float(b.w);
    mat2 n = mat2(1.0);
    one(n[0][0]);
    r[10] = n[0][0] + 9.0;
}
