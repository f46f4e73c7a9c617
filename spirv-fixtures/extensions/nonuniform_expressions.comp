// compile: vulkan1.1 vulkan1.3
// Which expressions are non-uniform: operators hand the mark on; constructors, assignments, the comma operator, calls and
// lengths do not. Samples named `marked...` are of descriptors that are NonUniform, those named `plain...` are not.
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x=1) in;
layout(set=0,binding=0) uniform sampler2D s[];
layout(set=0,binding=1) buffer Out { uint i; vec4 o[32]; };
layout(set=0,binding=2) buffer Rows { uint n; float d[]; } rows[];
uint count() { return ++i; }
vec4 shared_parameter(const uint k) {
  vec4 marked = texture(s[nonuniformEXT(k)], vec2(0));
  vec4 plain = texture(s[k], vec2(0));
  return marked + plain;
}
vec4 marked_parameter(nonuniformEXT const uint k) {
  vec4 marked = texture(s[k], vec2(0));
  vec4 plain = texture(s[uint(k)], vec2(0));
  return marked + plain;
}
void main() {
  nonuniformEXT uint j = i;
  nonuniformEXT bool b = i > 2u;
  uint k = 0u;
  vec4 marked_shift = texture(s[1u << j], vec2(0));
  vec4 marked_condition = texture(s[j > 2u ? 1u : 2u], vec2(0));
  vec4 marked_and = texture(s[b && i == 0u ? 1 : 2], vec2(0));
  vec4 marked_and_effect = texture(s[b && count() == 0u ? 1 : 2], vec2(0));
  vec4 marked_or_effect = texture(s[count() == 0u || b ? 1 : 2], vec2(0));
  vec4 marked_increment = texture(s[j++], vec2(0));
  vec4 marked_member = texture(s[rows[j].n], vec2(0));
  vec4 plain_target = texture(s[j = k], vec2(0));
  vec4 plain_constructor = texture(s[int(j)], vec2(0));
  vec4 plain_same_type = texture(s[uint(j)], vec2(0));
  vec4 plain_splat = texture(s[uvec2(j).x], vec2(0));
  vec4 plain_assignment = texture(s[k = j], vec2(0));
  vec4 plain_sum = texture(s[k += j], vec2(0));
  vec4 plain_comma = texture(s[(k, j)], vec2(0));
  vec4 plain_call = texture(s[min(j, 3u)], vec2(0));
  vec4 plain_length = texture(s[rows[j].d.length()], vec2(0));
  vec4 plain_constant = texture(s[nonuniformEXT(3u)], vec2(0)) + texture(s[i + 3u], vec2(0));
  o[0] = marked_shift + marked_condition + marked_and + marked_and_effect + marked_or_effect + marked_increment;
  o[1] = marked_member + plain_target + plain_constructor + plain_same_type + plain_splat + plain_assignment;
  o[2] = plain_sum + plain_comma + plain_call + plain_length + plain_constant;
  o[3] = shared_parameter(i) + marked_parameter(i);
}
