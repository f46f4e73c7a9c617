// A member of a block goes to the stream of the block.
#version 460
layout(points) in;
layout(points, max_vertices = 1) out;
layout(location = 0) out First { layout(stream = 1) vec4 a; }; //~ error[GS0249]
layout(location = 1, stream = 1) out Second { layout(stream = 1) vec4 b; };
void main() {}
