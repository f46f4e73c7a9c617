// compile: vulkan1.0
// Values of sections 8.1 and 8.2.
// buffer(0): f32 = [0.5, 2, 180]
// buffer(1): f32 = [0; 32]
// expect buffer(1) ~= [3.14159265, 114.591559, 0.47942554, 0.87758256, 0.54630249, 0.52359878, 1.04719755, 0.46364761,
//                      0.24497866, 0.52109531, 1.12762597, 0.46211716, 0.48121183, 1.31695790, 0.54930614,
//                      0.70710678, 1.64872127, 0.69314718, 1.41421356, 1, 1.41421356, 0.70710678] within 5e-4
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { float h; float two; float deg; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    r[0] = radians(deg);
    r[1] = degrees(two);
    r[2] = sin(h);
    r[3] = cos(h);
    r[4] = tan(h);
    r[5] = asin(h);
    r[6] = acos(h);
    r[7] = atan(h);
    r[8] = atan(h, two);
    r[9] = sinh(h);
    r[10] = cosh(h);
    r[11] = tanh(h);
    r[12] = asinh(h);
    r[13] = acosh(two);
    r[14] = atanh(h);
    r[15] = pow(h, h);
    r[16] = exp(h);
    r[17] = log(two);
    r[18] = exp2(h);
    r[19] = log2(two);
    r[20] = sqrt(two);
    r[21] = inversesqrt(two);
}
