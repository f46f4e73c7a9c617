// A misspelled `main`.
// line 0: error[GS0406]
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void mian() {}
