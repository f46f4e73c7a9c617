// litmus: --workgroups 4
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint x; uint y; };
layout(binding = 1) buffer Results { uint r[4]; };

void main() {
    switch (gl_WorkGroupID.x) {
    case 0u:
        atomicStore(x, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        break;
    case 1u:
        atomicStore(y, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        break;
    case 2u:
        r[0] = atomicLoad(x, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        r[1] = atomicLoad(y, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        break;
    default:
        r[2] = atomicLoad(y, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        r[3] = atomicLoad(x, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
