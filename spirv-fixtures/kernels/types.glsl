// What all kernels share: small types, layouts, loop attributes.
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

#ifndef SOURCE_TYPE
#define SOURCE_TYPE float
#endif
#ifndef RESULT_TYPE
#define RESULT_TYPE float
#endif

layout(constant_id = 0) const uint WORKGROUP = 64u;
