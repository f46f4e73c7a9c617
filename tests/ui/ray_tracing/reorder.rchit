#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_invocation_reorder : require
void main() {
    hitObjectEXT met;
    reorderThreadEXT(met); //~ error[GS0503]@5
    hitObjectReorderExecuteEXT(met, 0); //~ error[GS0503]@5
    hitObjectTraceRayMotionEXT(met); //~ error[GS0500]@5
}
