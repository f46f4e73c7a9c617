// compile: vulkan1.0
// From a scalar (diagonal), from another matrix (cut and extended by the identity), from columns and pieces.
// buffer(0): f32 = [3]
// buffer(1): f32 = [0; 32]
// expect buffer(1) == [3, 0, 0, 3,  3, 0, 0, 0, 3, 0, 0, 0, 1,  1, 2, 4, 5,  1, 2, 3, 4, 5, 6]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { float three; };
layout(binding = 1) buffer Out { float r[]; };
void main() {
    mat2 diagonal = mat2(three);
    r[0] = diagonal[0][0]; r[1] = diagonal[0][1]; r[2] = diagonal[1][0]; r[3] = diagonal[1][1];
    mat3 extended = mat3(diagonal);
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k)
            r[4 + c * 3 + k] = extended[c][k];
    mat3 full = mat3(1, 2, three, 4, 5, 6, 7, 8, 9);
    mat2 cut = mat2(full);
    r[13] = cut[0][0]; r[14] = cut[0][1]; r[15] = cut[1][0]; r[16] = cut[1][1];
    mat3x2 pieces = mat3x2(1, vec2(2, three), vec3(4, 5, 6));
    r[17] = pieces[0].x; r[18] = pieces[0].y; r[19] = pieces[1].x;
    r[20] = pieces[1].y; r[21] = pieces[2].x; r[22] = pieces[2].y;
}
