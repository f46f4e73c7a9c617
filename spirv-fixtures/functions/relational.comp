// compile: vulkan1.0
// Section 8.7.
// buffer(0): f32 = [1, 2, 3]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [4, 6, 1, 3, 2, 5, 1, 0, 5, 1]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { float x; float y; float z; };
layout(binding = 1) buffer Out { int r[]; };
int bits(bvec3 b) { return int(b.x) | int(b.y) << 1 | int(b.z) << 2; }
void main() {
    vec3 v = vec3(x, y, z);
    r[0] = bits(greaterThan(v, vec3(2)));
    r[1] = bits(greaterThanEqual(v, vec3(2)));
    r[2] = bits(lessThan(v, vec3(2)));
    r[3] = bits(lessThanEqual(v, vec3(2)));
    r[4] = bits(equal(ivec3(v), ivec3(2)));
    r[5] = bits(notEqual(uvec3(v), uvec3(2)));
    r[6] = int(any(bvec3(false, y > x, false)));
    r[7] = int(all(bvec3(true, y > x, false)));
    r[8] = bits(not(bvec3(false, true, false)));
    r[9] = int(all(equal(bvec2(true, false), bvec2(x == 1.0, false))));
}
