#version 450
layout(location = 0) in int a; //~ error[GS0237]@29
layout(location = 1) in Block { dvec2 b; } block; //~ error[GS0237]@39
layout(location = 3) in bool c; //~ error[GS0234]@30
struct S { float x; };
layout(location = 4) in S s;
layout(location = 0) out S d; //~ error[GS0234]@28
layout(location = 1) out mat2 e; //~ error[GS0234]@31
layout(location = 2) out double f; //~ error[GS0234]@33
layout(location = 3) in sampler2D g; //~ error[GS0234]@35
layout(location = 5) out Out { vec4 h; }; //~ error[GS0210]@22
layout(location = 5) in vec4 i = vec4(0); //~ error[GS0234]@34
inout vec4 j; //~ error[GS0210]@1
void main() {}
