/*
 * Compiles GLSL to SPIR-V: the interface of libshaderc, implemented by glslsub. Names and values are those of libshaderc, so programs
 * that were compiled with its headers link this library, too.
 *
 * Threads: any number of threads may compile with one compiler, and with one set of options while nobody changes it. Functions that
 * take a handle without const require that no other thread uses the object meanwhile.
 *
 * Include callbacks must return normally: no exceptions, no longjmp.
 */
#ifndef SHADERC_SHADERC_H_
#define SHADERC_SHADERC_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "env.h"
#include "status.h"

#ifndef SHADERC_EXPORT
#if defined(_WIN32) && defined(SHADERC_SHAREDLIB)
#define SHADERC_EXPORT __declspec(dllimport)
#else
#define SHADERC_EXPORT
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Only GLSL is supported. */
typedef enum {
  shaderc_source_language_glsl,
  shaderc_source_language_hlsl
} shaderc_source_language;

/*
 * What a shader is. shaderc_STAGE_shader is that stage, whatever a pragma says; shaderc_glsl_default_STAGE_shader is that stage unless
 * `#pragma shader_stage(...)` names another; with shaderc_glsl_infer_from_source the shader needs the pragma.
 */
typedef enum {
  shaderc_vertex_shader,
  shaderc_fragment_shader,
  shaderc_compute_shader,
  shaderc_geometry_shader,
  shaderc_tess_control_shader,
  shaderc_tess_evaluation_shader,
  shaderc_glsl_vertex_shader = shaderc_vertex_shader,
  shaderc_glsl_fragment_shader = shaderc_fragment_shader,
  shaderc_glsl_compute_shader = shaderc_compute_shader,
  shaderc_glsl_geometry_shader = shaderc_geometry_shader,
  shaderc_glsl_tess_control_shader = shaderc_tess_control_shader,
  shaderc_glsl_tess_evaluation_shader = shaderc_tess_evaluation_shader,
  shaderc_glsl_infer_from_source,
  shaderc_glsl_default_vertex_shader,
  shaderc_glsl_default_fragment_shader,
  shaderc_glsl_default_compute_shader,
  shaderc_glsl_default_geometry_shader,
  shaderc_glsl_default_tess_control_shader,
  shaderc_glsl_default_tess_evaluation_shader,
  shaderc_spirv_assembly,
  shaderc_raygen_shader,
  shaderc_anyhit_shader,
  shaderc_closesthit_shader,
  shaderc_miss_shader,
  shaderc_intersection_shader,
  shaderc_callable_shader,
  shaderc_glsl_raygen_shader = shaderc_raygen_shader,
  shaderc_glsl_anyhit_shader = shaderc_anyhit_shader,
  shaderc_glsl_closesthit_shader = shaderc_closesthit_shader,
  shaderc_glsl_miss_shader = shaderc_miss_shader,
  shaderc_glsl_intersection_shader = shaderc_intersection_shader,
  shaderc_glsl_callable_shader = shaderc_callable_shader,
  shaderc_glsl_default_raygen_shader,
  shaderc_glsl_default_anyhit_shader,
  shaderc_glsl_default_closesthit_shader,
  shaderc_glsl_default_miss_shader,
  shaderc_glsl_default_intersection_shader,
  shaderc_glsl_default_callable_shader,
  shaderc_task_shader,
  shaderc_mesh_shader,
  shaderc_glsl_task_shader = shaderc_task_shader,
  shaderc_glsl_mesh_shader = shaderc_mesh_shader,
  shaderc_glsl_default_task_shader,
  shaderc_glsl_default_mesh_shader
} shaderc_shader_kind;

typedef enum {
  shaderc_profile_none,
  shaderc_profile_core,
  shaderc_profile_compatibility,
  shaderc_profile_es
} shaderc_profile;

/* The last two mean the same. */
typedef enum {
  shaderc_optimization_level_zero,
  shaderc_optimization_level_size,
  shaderc_optimization_level_performance
} shaderc_optimization_level;

/* The gl_Max... constants of GLSL, and limits without a constant, which are ignored. */
typedef enum {
  shaderc_limit_max_lights,
  shaderc_limit_max_clip_planes,
  shaderc_limit_max_texture_units,
  shaderc_limit_max_texture_coords,
  shaderc_limit_max_vertex_attribs,
  shaderc_limit_max_vertex_uniform_components,
  shaderc_limit_max_varying_floats,
  shaderc_limit_max_vertex_texture_image_units,
  shaderc_limit_max_combined_texture_image_units,
  shaderc_limit_max_texture_image_units,
  shaderc_limit_max_fragment_uniform_components,
  shaderc_limit_max_draw_buffers,
  shaderc_limit_max_vertex_uniform_vectors,
  shaderc_limit_max_varying_vectors,
  shaderc_limit_max_fragment_uniform_vectors,
  shaderc_limit_max_vertex_output_vectors,
  shaderc_limit_max_fragment_input_vectors,
  shaderc_limit_min_program_texel_offset,
  shaderc_limit_max_program_texel_offset,
  shaderc_limit_max_clip_distances,
  shaderc_limit_max_compute_work_group_count_x,
  shaderc_limit_max_compute_work_group_count_y,
  shaderc_limit_max_compute_work_group_count_z,
  shaderc_limit_max_compute_work_group_size_x,
  shaderc_limit_max_compute_work_group_size_y,
  shaderc_limit_max_compute_work_group_size_z,
  shaderc_limit_max_compute_uniform_components,
  shaderc_limit_max_compute_texture_image_units,
  shaderc_limit_max_compute_image_uniforms,
  shaderc_limit_max_compute_atomic_counters,
  shaderc_limit_max_compute_atomic_counter_buffers,
  shaderc_limit_max_varying_components,
  shaderc_limit_max_vertex_output_components,
  shaderc_limit_max_geometry_input_components,
  shaderc_limit_max_geometry_output_components,
  shaderc_limit_max_fragment_input_components,
  shaderc_limit_max_image_units,
  shaderc_limit_max_combined_image_units_and_fragment_outputs,
  shaderc_limit_max_combined_shader_output_resources,
  shaderc_limit_max_image_samples,
  shaderc_limit_max_vertex_image_uniforms,
  shaderc_limit_max_tess_control_image_uniforms,
  shaderc_limit_max_tess_evaluation_image_uniforms,
  shaderc_limit_max_geometry_image_uniforms,
  shaderc_limit_max_fragment_image_uniforms,
  shaderc_limit_max_combined_image_uniforms,
  shaderc_limit_max_geometry_texture_image_units,
  shaderc_limit_max_geometry_output_vertices,
  shaderc_limit_max_geometry_total_output_components,
  shaderc_limit_max_geometry_uniform_components,
  shaderc_limit_max_geometry_varying_components,
  shaderc_limit_max_tess_control_input_components,
  shaderc_limit_max_tess_control_output_components,
  shaderc_limit_max_tess_control_texture_image_units,
  shaderc_limit_max_tess_control_uniform_components,
  shaderc_limit_max_tess_control_total_output_components,
  shaderc_limit_max_tess_evaluation_input_components,
  shaderc_limit_max_tess_evaluation_output_components,
  shaderc_limit_max_tess_evaluation_texture_image_units,
  shaderc_limit_max_tess_evaluation_uniform_components,
  shaderc_limit_max_tess_patch_components,
  shaderc_limit_max_patch_vertices,
  shaderc_limit_max_tess_gen_level,
  shaderc_limit_max_viewports,
  shaderc_limit_max_vertex_atomic_counters,
  shaderc_limit_max_tess_control_atomic_counters,
  shaderc_limit_max_tess_evaluation_atomic_counters,
  shaderc_limit_max_geometry_atomic_counters,
  shaderc_limit_max_fragment_atomic_counters,
  shaderc_limit_max_combined_atomic_counters,
  shaderc_limit_max_atomic_counter_bindings,
  shaderc_limit_max_vertex_atomic_counter_buffers,
  shaderc_limit_max_tess_control_atomic_counter_buffers,
  shaderc_limit_max_tess_evaluation_atomic_counter_buffers,
  shaderc_limit_max_geometry_atomic_counter_buffers,
  shaderc_limit_max_fragment_atomic_counter_buffers,
  shaderc_limit_max_combined_atomic_counter_buffers,
  shaderc_limit_max_atomic_counter_buffer_size,
  shaderc_limit_max_transform_feedback_buffers,
  shaderc_limit_max_transform_feedback_interleaved_components,
  shaderc_limit_max_cull_distances,
  shaderc_limit_max_combined_clip_and_cull_distances,
  shaderc_limit_max_samples,
  shaderc_limit_max_mesh_output_vertices_nv,
  shaderc_limit_max_mesh_output_primitives_nv,
  shaderc_limit_max_mesh_work_group_size_x_nv,
  shaderc_limit_max_mesh_work_group_size_y_nv,
  shaderc_limit_max_mesh_work_group_size_z_nv,
  shaderc_limit_max_task_work_group_size_x_nv,
  shaderc_limit_max_task_work_group_size_y_nv,
  shaderc_limit_max_task_work_group_size_z_nv,
  shaderc_limit_max_mesh_view_count_nv,
  shaderc_limit_max_mesh_output_vertices_ext,
  shaderc_limit_max_mesh_output_primitives_ext,
  shaderc_limit_max_mesh_work_group_size_x_ext,
  shaderc_limit_max_mesh_work_group_size_y_ext,
  shaderc_limit_max_mesh_work_group_size_z_ext,
  shaderc_limit_max_task_work_group_size_x_ext,
  shaderc_limit_max_task_work_group_size_y_ext,
  shaderc_limit_max_task_work_group_size_z_ext,
  shaderc_limit_max_mesh_view_count_ext,
  shaderc_limit_max_dual_source_draw_buffers_ext
} shaderc_limit;

/* Kinds of resources with a binding. GLSL has no unordered access views. */
typedef enum {
  shaderc_uniform_kind_image,
  shaderc_uniform_kind_sampler,
  shaderc_uniform_kind_texture,
  shaderc_uniform_kind_buffer,
  shaderc_uniform_kind_storage_buffer,
  shaderc_uniform_kind_unordered_access_view
} shaderc_uniform_kind;

typedef struct shaderc_compiler* shaderc_compiler_t;
typedef struct shaderc_compile_options* shaderc_compile_options_t;
typedef struct shaderc_compilation_result* shaderc_compilation_result_t;

/* Compilers. They have no state. */

SHADERC_EXPORT shaderc_compiler_t shaderc_compiler_initialize(void);
/* Null is ignored, here and in the other functions that release. */
SHADERC_EXPORT void shaderc_compiler_release(shaderc_compiler_t compiler);

/* Options. What cannot be met is reported as an error by the compilations that use the options. */

SHADERC_EXPORT shaderc_compile_options_t shaderc_compile_options_initialize(void);
/* A copy; null gives default options. */
SHADERC_EXPORT shaderc_compile_options_t shaderc_compile_options_clone(const shaderc_compile_options_t options);
SHADERC_EXPORT void shaderc_compile_options_release(shaderc_compile_options_t options);

/* Defines a macro, instead of an earlier one of that name. A null value defines it as empty. The texts are copied. */
SHADERC_EXPORT void shaderc_compile_options_add_macro_definition(
    shaderc_compile_options_t options, const char* name, size_t name_length, const char* value, size_t value_length);
SHADERC_EXPORT void shaderc_compile_options_set_source_language(
    shaderc_compile_options_t options, shaderc_source_language language);
/* Adds the source text and the lines of instructions to modules. */
SHADERC_EXPORT void shaderc_compile_options_set_generate_debug_info(shaderc_compile_options_t options);
SHADERC_EXPORT void shaderc_compile_options_set_optimization_level(
    shaderc_compile_options_t options, shaderc_optimization_level level);
/* The version and profile of every shader; one whose #version says something else gets a warning. */
SHADERC_EXPORT void shaderc_compile_options_set_forced_version_profile(
    shaderc_compile_options_t options, int version, shaderc_profile profile);
/* No warnings, not even as errors. */
SHADERC_EXPORT void shaderc_compile_options_set_suppress_warnings(shaderc_compile_options_t options);
SHADERC_EXPORT void shaderc_compile_options_set_warnings_as_errors(shaderc_compile_options_t options);
/* The default is Vulkan 1.0, which is also version 0. */
SHADERC_EXPORT void shaderc_compile_options_set_target_env(
    shaderc_compile_options_t options, shaderc_target_env target, uint32_t version);
/* The default follows from the environment. */
SHADERC_EXPORT void shaderc_compile_options_set_target_spirv(
    shaderc_compile_options_t options, shaderc_spirv_version version);
SHADERC_EXPORT void shaderc_compile_options_set_limit(
    shaderc_compile_options_t options, shaderc_limit limit, int value);
/* Assigns bindings to resources without one. */
SHADERC_EXPORT void shaderc_compile_options_set_auto_bind_uniforms(shaderc_compile_options_t options, bool auto_bind);
/* Not supported: while it is on, shaders with separate samplers are rejected. */
SHADERC_EXPORT void shaderc_compile_options_set_auto_combined_image_sampler(
    shaderc_compile_options_t options, bool upgrade);
/* Assigns locations to inputs and outputs without one. */
SHADERC_EXPORT void shaderc_compile_options_set_auto_map_locations(shaderc_compile_options_t options, bool auto_map);
/* The lowest binding of a kind of resource, in all stages or in one. It is added to bindings in the shader. */
SHADERC_EXPORT void shaderc_compile_options_set_binding_base(
    shaderc_compile_options_t options, shaderc_uniform_kind kind, uint32_t base);
SHADERC_EXPORT void shaderc_compile_options_set_binding_base_for_stage(
    shaderc_compile_options_t options, shaderc_shader_kind shader_kind, shaderc_uniform_kind kind, uint32_t base);
/* Keeps resources that the shader does not use. */
SHADERC_EXPORT void shaderc_compile_options_set_preserve_bindings(
    shaderc_compile_options_t options, bool preserve_bindings);
/* A module with a larger id bound is an error. */
SHADERC_EXPORT void shaderc_compile_options_set_max_id_bound(shaderc_compile_options_t options, uint32_t max_id_bound);
/* Accepts OpenGL's GLSL: uniforms outside blocks, atomic counters, gl_VertexID. */
SHADERC_EXPORT void shaderc_compile_options_set_vulkan_rules_relaxed(shaderc_compile_options_t options, bool enable);
/* Negates the y of gl_Position at the end of vertex shaders. */
SHADERC_EXPORT void shaderc_compile_options_set_invert_y(shaderc_compile_options_t options, bool enable);
/* min, max and clamp return the operand that is a number if the other is not. */
SHADERC_EXPORT void shaderc_compile_options_set_nan_clamp(shaderc_compile_options_t options, bool enable);

/* HLSL is not supported. The first four make compilations fail while they are on; the last two change nothing. */
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_io_mapping(shaderc_compile_options_t options, bool hlsl_iomap);
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_offsets(shaderc_compile_options_t options, bool hlsl_offsets);
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_register_set_and_binding_for_stage(
    shaderc_compile_options_t options, shaderc_shader_kind shader_kind, const char* reg, const char* set,
    const char* binding);
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_register_set_and_binding(
    shaderc_compile_options_t options, const char* reg, const char* set, const char* binding);
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_functionality1(shaderc_compile_options_t options, bool enable);
SHADERC_EXPORT void shaderc_compile_options_set_hlsl_16bit_types(shaderc_compile_options_t options, bool enable);

/* Included files. */

/* What a resolver returns. If there is no such file, the name is empty and the content is a message. */
typedef struct shaderc_include_result {
  /* One name for one file, however it was included. */
  const char* source_name;
  size_t source_name_length;
  const char* content;
  size_t content_length;
  void* user_data;
} shaderc_include_result;

enum shaderc_include_type {
  shaderc_include_type_relative, /* "name" */
  shaderc_include_type_standard  /* <name>, and "name" that was not found relative to its includer */
};

/* Finds a file. The result is valid until the other function releases it. */
typedef shaderc_include_result* (*shaderc_include_resolve_fn)(
    void* user_data, const char* requested_source, int type, const char* requesting_source, size_t include_depth);
typedef void (*shaderc_include_result_release_fn)(void* user_data, shaderc_include_result* include_result);

SHADERC_EXPORT void shaderc_compile_options_set_include_callbacks(
    shaderc_compile_options_t options, shaderc_include_resolve_fn resolver,
    shaderc_include_result_release_fn result_releaser, void* user_data);

/*
 * Compiling. The text of the shader has a length; its name, for messages, ends in NUL. The entry point of GLSL is main, whatever the
 * caller says. Options may be null. The results are a module, its listing, and preprocessed GLSL. Null only if the compiler is null.
 */

SHADERC_EXPORT shaderc_compilation_result_t shaderc_compile_into_spv(
    const shaderc_compiler_t compiler, const char* source_text, size_t source_text_size,
    shaderc_shader_kind shader_kind, const char* input_file_name, const char* entry_point_name,
    const shaderc_compile_options_t additional_options);
SHADERC_EXPORT shaderc_compilation_result_t shaderc_compile_into_spv_assembly(
    const shaderc_compiler_t compiler, const char* source_text, size_t source_text_size,
    shaderc_shader_kind shader_kind, const char* input_file_name, const char* entry_point_name,
    const shaderc_compile_options_t additional_options);
SHADERC_EXPORT shaderc_compilation_result_t shaderc_compile_into_preprocessed_text(
    const shaderc_compiler_t compiler, const char* source_text, size_t source_text_size,
    shaderc_shader_kind shader_kind, const char* input_file_name, const char* entry_point_name,
    const shaderc_compile_options_t additional_options);
/* Not supported: the result is an error. */
SHADERC_EXPORT shaderc_compilation_result_t shaderc_assemble_into_spv(
    const shaderc_compiler_t compiler, const char* source_assembly, size_t source_assembly_size,
    const shaderc_compile_options_t additional_options);

/* Results. Pointers from these functions are valid until the result is released. */

SHADERC_EXPORT void shaderc_result_release(shaderc_compilation_result_t result);
/* The size of the output in bytes, without the NUL that texts have. */
SHADERC_EXPORT size_t shaderc_result_get_length(const shaderc_compilation_result_t result);
/* The output. Modules are aligned for uint32_t; null if there were errors. */
SHADERC_EXPORT const char* shaderc_result_get_bytes(const shaderc_compilation_result_t result);
SHADERC_EXPORT size_t shaderc_result_get_num_warnings(const shaderc_compilation_result_t result);
SHADERC_EXPORT size_t shaderc_result_get_num_errors(const shaderc_compilation_result_t result);
SHADERC_EXPORT shaderc_compilation_status shaderc_result_get_compilation_status(
    const shaderc_compilation_result_t result);
/* A line for each error and warning: `name:line: error: message [code]`. Never null. */
SHADERC_EXPORT const char* shaderc_result_get_error_message(const shaderc_compilation_result_t result);

/* Versions. */

/* The newest SPIR-V version that modules have, as in their header, and the revision of its specification. */
SHADERC_EXPORT void shaderc_get_spv_version(unsigned int* version, unsigned int* revision);
/* Reads a version as #version has it, `450core`; returns whether there is such a version. */
SHADERC_EXPORT bool shaderc_parse_version_profile(const char* str, int* version, shaderc_profile* profile);

#ifdef __cplusplus
}
#endif

#endif
