// Resources in a descriptor heap are arrays without set and binding.
#version 460
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) uniform texture2D one; //~ error[GS0232]
layout(descriptor_heap, binding = 1) uniform texture2D bound[]; //~ error[GS0232]@35
layout(descriptor_heap) uniform sampler2D combined[]; //~ error[GS0232]@8
layout(descriptor_heap) uniform texture2D grid[2][]; //~ error[GS0232]
layout(descriptor_stride = 64, binding = 0) buffer Bound { int i; } misplaced; //~ error[GS0232]@28
layout(descriptor_heap, descriptor_stride = 48) buffer Odd { int i; } odd[]; //~ error[GS0232]@45
layout(descriptor_heap) buffer Alone { int i; }; //~ error[GS0232]
layout(descriptor_heap) shared int everyone; //~ error[GS0210]
layout(descriptor_heap, push_constant) uniform Push { int i; } push[]; //~ error[GS0210] //~ error[GS0221]
layout(descriptor_heap) uniform texture2D all[];
layout(descriptor_heap) buffer Data { int i; } data[];
void whole(texture2D textures[2]) {}
void main() {
    whole(all); //~ error[GS0300]@11
    data[-1].i = 0; //~ error[GS0315]
    data[2].i = data[data[1].i].i;
    int count = data.length(); //~ error[GS0313]
}
