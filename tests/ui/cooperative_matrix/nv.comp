#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix : require
layout(constant_id = 0) const int K = 16;
layout(binding = 0) buffer B { float numbers[]; };
layout(binding = 1) buffer C { fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> inside; }; //~ error[GS0243]@71

void main() {
    fcoopmatNV<8, gl_ScopeSubgroup, 8, 8> narrow; //~ error[GS0242]@16
    fcoopmatNV<K, gl_ScopeSubgroup, 8, 8> unknown; //~ error[GS0242]@16
    icoopmatNV<8, gl_ScopeSubgroup, 8, 8> integers; //~ error[GS0500]@5
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> a;
    fcoopmatNV<32, gl_ScopeSubgroup, 8, 16> b;
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> c;
    coopMatLoadNV(a, numbers, 0, 16, numbers[0] > 0.0); //~ error[GS0600]@38
    c = coopMatMulAddNV(a, b, c); //~ error[GS0340]@28
    c = fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>(b); //~ error[GS0320]@50
    c = a % c; //~ error[GS0307]@11
}
