#version 450
layout(local_size_x = 1) in;
void main() {
    else { } //~ error[GS0107]@5
    if (true) ; ; else ; //~ error[GS0107]@19
}
