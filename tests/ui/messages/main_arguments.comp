// The `main` of C.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
int main(int argc) { //~ error[GS0407]
    return 0;
}
