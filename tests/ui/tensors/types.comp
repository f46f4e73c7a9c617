#version 460
#extension GL_NV_cooperative_matrix2 : require

void main() {
    tensorLayoutNV<6> deep; //~ error[GS0364]@20
    tensorLayoutNV<2, 5> mode; //~ error[GS0365]@23
    tensorViewNV<2, false, 1, 1> twice; //~ error[GS0366]@31
    tensorViewNV<2, false, 2> beyond; //~ error[GS0366]@28
    tensorViewNV<2, false, 0, 1, 2> more; //~ error[GS0366]@34

    tensorLayoutNV<2> t = createTensorLayoutNV(2);
    t = setTensorLayoutDimensionNV(t, 1, 2, 3); //~ error[GS0300]@36
    t = createTensorLayoutNV(2, 1); //~ error[GS0306]@9
}
