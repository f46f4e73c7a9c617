// compile: vulkan1.1
// In the GLSL450 model the qualifiers of a reference block decorate its members.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) devicecoherent buffer R { uint a; readonly uint b; };
layout(buffer_reference, std430) buffer P { workgroupcoherent uint a; volatile float f; };
layout(binding = 0) buffer B { R r; P p; };
void main() {
    r.a += r.b;
    p.a++;
    p.f = modf(p.f, p.f);
}
