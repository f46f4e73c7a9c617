#version 450
layout(local_size_x = 1) in;
void main() {
    switch (1) {
    case 0: break;
    case 1: break;
    case 0: break; //~ error[GS0409]@5
    default: break;
    default: break; //~ error[GS0409]@5
    case 1u: break; //~ error[GS0409]@5
    case 1.5: break; //~ error[GS0208]@10
    }
    switch (1.5) { case 0: break; } //~ error[GS0208]@13
}
