#version 450
layout(local_size_x = 1) in;
layout(binding = 0) writeonly buffer A { int a; };
layout(binding = 3) buffer B { int list[]; } b;
void main() {
    int x = a; //~ error[GS0310]@13
    a += 1; //~ note[GS0753]@5
    int y[] = b.list; //~ error[GS0311]@15
}
