// compile: vulkan1.3
// Execution modes by number, and decorations whose operands are ids.
#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 4) in;
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464, 4467], 4459, 32);
spirv_execution_mode(4462, 32);
layout(constant_id = 3) const uint limit = 8;
layout(binding = 1) uniform Counter { uint counter; } x;
layout(binding = 0) spirv_decorate_id(extensions = ["SPV_GOOGLE_hlsl_functionality1"], 5634, x) buffer Data { float y[]; } data;
void main() {
    data.y[gl_LocalInvocationIndex] = float(x.counter) * 0.1;
}
