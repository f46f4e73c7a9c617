#version 460
#extension GL_EXT_long_vector : require
layout(constant_id = 0) const int SIZE = 8;
void main() {
    vector<mat2, 5> of_matrices; //~ error[GS0282]@12
    vector<float, 0> short_one; //~ error[GS0283]@19
    vector<float, SIZE> specialized = vector<float, SIZE>(1.0, 2.0); //~ error[GS0321]@39
    vector<float, 8> fine = vector<float, 8>(1.0);
    float first = fine.x; //~ error[GS0312]@24
    fine += vec4(1.0); //~ error[GS0307]@10
    fine = cross(fine, fine); //~ error[GS0300]@18
}
