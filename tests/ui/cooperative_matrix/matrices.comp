#version 450
#extension GL_KHR_cooperative_matrix : require
layout(local_size_x = 32) in;

#define MatrixA coopmat<float, 3, 16, 8, gl_MatrixUseA>
#define MatrixB coopmat<float, 3, 8, 16, gl_MatrixUseB>
#define MatrixC coopmat<float, 3, 16, 16, gl_MatrixUseAccumulator>
layout(constant_id = 0) const int use = 0;
shared MatrixA tile; //~ error[GS0243]@16
layout(binding = 0) buffer Data { MatrixC matrix; }; //~ error[GS0243]@43
shared float memory[256];

void main() {
    coopmat<vec2, 3, 16, 16, 0> a; //~ error[GS0242]@13
    coopmat<float, 3, 16, 16, 4> b; //~ error[GS0244]@31
    coopmat<float, 3, 16, 16, use> c; //~ error[GS0244]@31
    MatrixA left;
    MatrixB right;
    MatrixC sum;
    float local[256];
    coopMatLoad(left, local, 0, 8, gl_CooperativeMatrixLayoutRowMajor); //~ error[GS0341]@23
    sum = coopMatMulAdd(right, left, sum); //~ error[GS0244]@25
    coopmat<float, 3, 4, 16, gl_MatrixUseB> narrow;
    sum = coopMatMulAdd(left, narrow, sum); //~ error[GS0340]@31
    sum = sum * 2; //~ error[GS0307]@15
    sum = sum + 2.0; //~ error[GS0307]@15
    sum = MatrixC(left); //~ error[GS0320]@19
}
