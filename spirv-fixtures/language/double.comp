// compile: vulkan1.0 vulkan1.1
// Double precision: arithmetic that float cannot hold, literals, conversions, functions, matrices, packing.
// buffer(0): f64 = [1, 16777217]
// buffer(1): f64 = [0; 16]
// expect buffer(1) ~= [16777218, 0.1, 1.41421356237309515, 3, 16777216, 2, 7, 10, 2.5, 16777217, 4, 1] within 1e-15
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { double one; double big; };
layout(binding = 1) buffer Out { double r[]; };
void main() {
    r[0] = big + one;
    r[1] = one * 0.1lf;
    r[2] = sqrt(one + 1);
    r[3] = floor(3.75lf * one);
    r[4] = float(big);
    r[5] = int(2.9lf * one);
    dmat2 m = dmat2(1, 2, 3, 4) * one;
    dvec2 v = m * dvec2(1, 2);
    r[6] = v.x; r[7] = v.y;
    r[8] = mix(2.0lf, 3.0lf, 0.5lf * one);
    r[9] = packDouble2x32(unpackDouble2x32(big));
    r[10] = max(dvec3(1, 4, 2), one).y;
    r[11] = double(one == 1.0lf && 16777217.0lf == big);
}
