// compile: vulkan1.1 vulkan1.3
// Every way to make and change tensor layouts and views.
#version 460
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;

layout(constant_id = 0) const uint MODE = gl_CooperativeMatrixClampModeConstantNV;
layout(constant_id = 1) const int RANK = 2;
layout(constant_id = 2) const bool OWN = true;

layout(binding = 0) buffer Sizes { uint rows; uint columns; int first; };

// Layouts and views are values: they go through structures, arrays, parameters and results.
struct Window { tensorLayoutNV<2> layouts[2]; tensorViewNV<2, false, 1, 0> turned; };

tensorLayoutNV<2> tile(tensorLayoutNV<2> whole, uint row) {
    return sliceTensorLayoutNV(whole, row * 16u, 16, 0, columns);
}

tensorLayoutNV<1> line;

void main() {
    line = setTensorLayoutDimensionNV(createTensorLayoutNV(1), columns);

    // int and uint offsets, together and apart.
    tensorLayoutNV<2> whole = createTensorLayoutNV(2);
    whole = setTensorLayoutBlockSizeNV(whole, 1, 32);
    whole = setTensorLayoutDimensionNV(whole, rows, columns);
    whole = setTensorLayoutStrideNV(whole, columns, 1);
    whole = sliceTensorLayoutNV(whole, first, 8, -1, 8);
    whole = sliceTensorLayoutNV(whole, rows, 8, columns, 8);

    tensorLayoutNV<5, gl_CooperativeMatrixClampModeRepeatNV> deep =
        createTensorLayoutNV(5, gl_CooperativeMatrixClampModeRepeatNV);
    deep = setTensorLayoutDimensionNV(deep, 1, 2, 3, 4, 5);
    deep = sliceTensorLayoutNV(deep, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5);

    tensorLayoutNV<2, MODE> filled = createTensorLayoutNV(2, MODE);
    filled = setTensorLayoutClampValueNV(filled, 0x3c00);
    tensorLayoutNV<RANK> open = createTensorLayoutNV(RANK);
    open = setTensorLayoutDimensionNV(open, rows, columns);

    tensorViewNV<3> plain = createTensorViewNV(3);
    plain = setTensorViewClipNV(plain, 0, rows, 1, columns);
    tensorViewNV<4, true, 0, 2, 1, 3> mixed = createTensorViewNV(4, true, 0, 2, 1, 3);
    mixed = setTensorViewDimensionsNV(mixed, 2, 3, 4, 5);
    mixed = setTensorViewStrideNV(mixed, 60, 20, 5, 1);
    tensorViewNV<2, OWN> own = createTensorViewNV(2, OWN);
    tensorViewNV<RANK, false> asDeep = createTensorViewNV(RANK);

    Window window;
    window.layouts[0] = tile(whole, 1u);
    window.layouts[1] = rows > 4u ? window.layouts[0] : whole;
    window.turned = createTensorViewNV(2, false, 1, 0);
}
