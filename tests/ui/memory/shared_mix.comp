// compile: vulkan1.3
// Blocks of shared memory overlap each other, so there is no room for shared variables outside them.
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 1) in;
shared Words { uint words[4]; };
shared uint alone; //~ error[GS0328]@13
void main() {
    words[0] = alone;
}
