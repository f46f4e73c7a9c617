// compile: vulkan1.1 vulkan1.3
// What references point to: qualifiers of the block, of its members, and of the variable that holds the reference.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#pragma use_vulkan_memory_model
layout(buffer_reference, std430, buffer_reference_align = 16) devicecoherent buffer R { uint a; vec4 v; subgroupcoherent uint c; };
layout(buffer_reference, std430) buffer P { uint a; float f; };
layout(binding = 0) workgroupcoherent buffer B { R r; P p; };
void user(workgroupcoherent P q) { q.a = 3u; }
void main() {
  r.a++; r.v.xy = r.v.zw; atomicAdd(r.a, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  queuefamilycoherent P mine = p;
  mine.a = 1u; p.a = 2u; mine.f = modf(mine.f, p.f);
  volatile P often = p; often.a++;
  user(p);
}
