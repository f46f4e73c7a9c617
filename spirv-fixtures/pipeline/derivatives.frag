// compile: vulkan1.0
// target(0): rgba32f 2d 4x2
// target(1): rgba32f 2d 4x2
// expect target(0) == [
//     3, 5, 8, 1,   3, 5, 8, 1,   3, 5, 8, 5,   3, 5, 8, 5,
//     3, 5, 8, 1,   3, 5, 8, 1,   3, 5, 8, 5,   3, 5, 8, 5]
// expect target(1) == [
//     1, 0, 1, 1,   1, 1, 1, 2,   5, 2, 5, 7,   5, 3, 5, 8,
//     2, 0, _, _,   2, 1, _, _,   10, 2, _, _,   10, 3, _, _]
// Derivatives over quads: of a plane, and of x squared times y, fine ones row by row and column by column.
#version 450
layout(location = 0) out vec4 plane;
layout(location = 1) out vec4 curved;
void main() {
    const vec2 place = floor(gl_FragCoord.xy);
    const float value = 3.0 * place.x + 5.0 * place.y;
    const float bent = place.x * place.x;
    plane = vec4(dFdx(value), dFdy(value), fwidth(value), dFdxFine(bent));
    const float twisted = bent * (place.y + 1.0);
    curved = vec4(dFdxFine(twisted), sqrt(dFdyFine(twisted)), dFdxCoarse(bent), 0.0);
    curved.w = dFdxCoarse(bent) + (place.y == 0.0 ? sqrt(dFdyFine(twisted)) : 0.0);
}
