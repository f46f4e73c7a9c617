// What members say, blocks cannot, and the reverse; a component is one of a location.
#version 460
layout(triangles) in;
layout(location = 0) in Each { patch vec4 a; } each[]; //~ error[GS0210]
layout(location = 1) flat out Flat { int b; }; //~ error[GS0210]
layout(location = 2) centroid out Centre { vec4 c; }; //~ error[GS0210]
layout(location = 3) invariant out Same { vec4 d; }; //~ error[GS0210]
layout(location = 4) out Part { layout(component = 1) float e; }; //~ error[GS0235]
layout(location = 5) patch in Once { vec4 f; };
layout(location = 6) out Good { flat int g; centroid vec4 h; invariant vec4 i; };
void main() {}
