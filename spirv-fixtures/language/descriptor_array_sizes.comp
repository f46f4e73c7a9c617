// compile: vulkan1.1 vulkan1.3
// Unsized arrays of resources that only constant expressions index have the size that those need, or the one that a later
// declaration gives; neither needs an extension.
#version 450
layout(local_size_x=1) in;
const int ALBEDO = 2;
layout(set=0,binding=0) uniform sampler2D literals[];
layout(set=0,binding=1) uniform sampler2D constants[];
layout(set=0,binding=2) uniform sampler2D sized_later[];
layout(set=0,binding=2) uniform sampler2D sized_later[ALBEDO * 2];
layout(set=0,binding=3,rgba8) uniform image2D images[];
layout(set=0,binding=3,rgba8) uniform image2D images[3];
layout(set=0,binding=4) buffer Rows { uint n; } rows[];
layout(set=0,binding=5) buffer Out { int i; vec4 o; };
void main() {
  const int last = ALBEDO + 3;
  o = texture(literals[3], vec2(0)) + texture(constants[ALBEDO], vec2(0)) + texture(constants[max(last, 1)], vec2(0));
  o += texture(sized_later[i], vec2(0)) + imageLoad(images[i], ivec2(0));
  i = int(rows[ALBEDO - 1].n) + sized_later.length();
}
