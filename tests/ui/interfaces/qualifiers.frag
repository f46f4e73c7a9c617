#version 450
layout(location = 0) flat smooth in vec4 a; //~ error[GS0211]@27
layout(location = 1) patch in vec4 b; //~ error[GS0210]@22
layout(location = 0) flat out vec4 c; //~ error[GS0210]@22
layout(location = 2) invariant in vec4 d; //~ error[GS0210]@22
layout(location = 1, stream = 1) out vec4 e; //~ error[GS0210]@22
layout(binding = 0) flat uniform U { vec4 f; }; //~ error[GS0210]@21
layout(binding = 1) uniform V { centroid vec4 g; }; //~ error[GS0210]@33
layout(location = 3) struct T { vec4 h; }; //~ error[GS0210]@8
buffer struct R { vec4 h; }; //~ error[GS0210]@1
flat float i; //~ error[GS0210]@1
void m(flat float j) {} //~ error[GS0210]@8
layout(triangles) in; //~ error[GS0503]@8
layout(early_fragment_tests) out; //~ error[GS0210]@8
layout(depth_less) in; //~ error[GS0210]@8
layout(local_size_x = 1) in; //~ error[GS0210]@8
void main() { flat float k; } //~ error[GS0210]@15
