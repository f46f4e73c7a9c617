#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int8_t b; int wide; };
void main() {
    wide = int(b) + 1;
    b = int8_t(wide);
    b = b + b; //~ error[GS0326]@9
}
