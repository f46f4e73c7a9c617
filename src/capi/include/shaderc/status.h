/* The status of a compilation. Part of glslsub; names and values are those of libshaderc. */
#ifndef SHADERC_STATUS_H_
#define SHADERC_STATUS_H_

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  shaderc_compilation_status_success = 0,
  /* Neither the caller nor a pragma says the stage, or the kind of shader is unknown. */
  shaderc_compilation_status_invalid_stage = 1,
  /* The shader has errors, or the options cannot be met. */
  shaderc_compilation_status_compilation_error = 2,
  /* A bug in the compiler. */
  shaderc_compilation_status_internal_error = 3,
  /* The result is null. */
  shaderc_compilation_status_null_result_object = 4,
  /* glslsub: always, for shaderc_assemble_into_spv. */
  shaderc_compilation_status_invalid_assembly = 5,
  /* glslsub does not return the following. */
  shaderc_compilation_status_validation_error = 6,
  shaderc_compilation_status_transformation_error = 7,
  shaderc_compilation_status_configuration_error = 8
} shaderc_compilation_status;

#ifdef __cplusplus
}
#endif

#endif
