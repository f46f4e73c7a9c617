// Suffixes, types and built-ins that another version or an extension has.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    float a = 2.0hf; //~ error[GS0500]
    int b = 2s; //~ error[GS0500]
    rayQueryEXT query; //~ error[GS0502]
}
