#version 450
layout(local_size_x = 1) in;
const bool ON = true;
int f(bool a) { if (a) return 1; } //~ warning[GS0404]@5
int g() { } //~ warning[GS0404]@5
int left_by_break(int a) { for (;;) { if (a > 3) break; a++; } } //~ warning[GS0404]@5
int no_default(int a) { switch (a) { case 0: return 1; } } //~ warning[GS0404]@5
int broken_case(int a) { switch (a) { case 0: break; default: return 1; } } //~ warning[GS0404]@5
int continued(int a) { do { if (a > 2) continue; return a; } while (false); } //~ warning[GS0404]@5
int off(int a) { if (!ON) return a; } //~ warning[GS0404]@5
int skipped(int a) { while (false) return a; } //~ warning[GS0404]@5
// None of these can end.
int endless() { while (true) { } }
int k(int a) { switch (a) { case 0: return 1; default: return 2; } }
int falls(int a) { switch (a) { case 0: case 1: return 1; case 2: a++; default: return a; } }
int chain(int a) { if (a > 1) return 1; else if (a > 0) return 2; else { return 3; } }
int inner(int a) { while (true) { switch (a) { case 0: return 1; default: a--; break; } } }
int inner_loop(int a) { switch (a) { default: while (true) { if (a > 0) return 1; a++; } } }
int tested_last(int a) { do { if (a > 3) return a; a++; } while (1 < 2); }
int once(int a) { do { return a; } while (false); }
int known(int a) { if (ON) { return a; } }
int known_not(int a) { if (!ON) { a++; } else return a; }
int skips(int a) { for (; true;) { if (a++ > 3) continue; return a; } }
void main() { }
