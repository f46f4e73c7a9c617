// compile: vulkan1.3
// buffer(0): i32 = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [11, 12, 13, 14, 15, 16, 17, 40, 36, 8, 5, 1]
#version 450
#extension GL_EXT_long_vector : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;

layout(binding = 0, std430) readonly buffer Source { vector<int, 8> source; };
layout(binding = 1, std430) buffer Result {
    vector<int, 8> result;
    int more[4];
};

void main() {
    vector<int, 8> sum = source + 10;
    sum[source[6]] = 40;
    result = sum;
    int all_of_them = 0;
    for (int at = 0; at < source.length(); at++) all_of_them += source[at];
    more[0] = all_of_them;
    more[1] = max(source, 3)[7];
    more[2] = vector<int, 5>(source)[4];
    more[3] = int(vector<int, 8>(2) * source == source + source);
}
