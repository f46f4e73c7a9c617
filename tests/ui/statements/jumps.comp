#version 450
layout(local_size_x = 1) in;
void main() {
    break; //~ error[GS0408]@5
    continue; //~ error[GS0408]@5
    switch (1) { case 0: continue; } //~ error[GS0408]@26
    if (true) break; //~ error[GS0408]@15
    for (;;) { void_call(); break; } //~ error[GS0303]@16
}
