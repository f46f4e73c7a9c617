// compile: vulkan1.1 vulkan1.3
// Descriptors selected by indices that differ between invocations; unsized arrays of resources.
#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x=1) in;
layout(set=0,binding=0) buffer B { uint n; vec4 d[]; } b[4];
layout(set=0,binding=1) uniform U { vec4 v; } u[4];
layout(set=0,binding=2) uniform sampler2D s[];
layout(set=0,binding=3) uniform texture2D t[];
layout(set=0,binding=4) uniform sampler smp[2];
layout(set=0,binding=5, rgba8) uniform image2D im[];
layout(set=0,binding=6) uniform samplerBuffer sb[];
layout(set=0,binding=7, r32ui) uniform uimage2D ui[3];
layout(set=0,binding=8, r32f) uniform imageBuffer ib[3];
layout(set=0,binding=9) buffer Out { uint i; vec4 o; };
layout(set=0,binding=10) buffer Q { uint x; } q[];
vec4 fetch(nonuniformEXT uint k){ return texelFetch(s[k], ivec2(0), 0); }
nonuniformEXT int pick(int a){ return a+1; }
vec4 through(sampler2D z){ return textureLod(z, vec2(0), 0); }
void main(){
  nonuniformEXT uint j = i;
  o = b[nonuniformEXT(i)].d[3] + u[j].v + textureLod(s[nonuniformEXT(i+1)], vec2(0),0);
  o += textureLod(sampler2D(t[nonuniformEXT(i)], smp[0]), vec2(0), 0);
  o += textureLod(nonuniformEXT(sampler2D(t[i], smp[i])), vec2(0), 0);
  o += imageLoad(im[nonuniformEXT(int(i))], ivec2(0)) + texelFetch(sb[j], 3) + imageLoad(ib[j+1], 0);
  imageStore(im[j], ivec2(0), o);
  i += imageAtomicAdd(ui[j], ivec2(0), 1u) + atomicAdd(b[j].n, 1u);
  o += fetch(i) + texture(s[pick(3)], vec2(0));
  o += through(s[nonuniformEXT(i)]);
  q[j].x = 3; q[i>2?j:1].x=2; q[j==1?j+b[j].n:1].x=2; 
  o+= texelFetch(t[j], ivec2(0), 0); o += vec4(textureSize(s[j],0).xyxy); o+= vec4(b[j].d.length());
}
