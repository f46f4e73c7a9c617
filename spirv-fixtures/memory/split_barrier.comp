// compile: vulkan1.1
// val: skip because validators that are installed know this extension by its former name
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_split_barrier : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
shared uint s;
void main() {
    controlBarrierArrive();
    controlBarrierWait();
    controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
}
