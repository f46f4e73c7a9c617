/*
 * program FOLDER: compiles shaders through the interface of libshaderc, prints what a caller sees, and writes the modules to the
 * folder. check.sh links it with libshaderc and with glslsub; both must print the same, and the modules must do the same. Those whose
 * names begin with `run_` are compute shaders with a buffer of 64 numbers at binding 0.
 */
#include <pthread.h>
#include <shaderc/shaderc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* folder;
static shaderc_compiler_t compiler;

/* What a module says about itself; of meshes and rays, which have other instructions for the rest, the stage only. */
static void print_facts(const uint32_t* words, size_t count) {
  static uint32_t bindings[64];
  size_t at, found = 0, index, model = 0;
  printf(" version %x", words[1]);
  for (at = 5; at < count; at += words[at] >> 16) {
    const uint32_t* it = words + at;
    switch (it[0] & 0xffff) {
      case 15: /* OpEntryPoint */
        model = it[1];
        printf(" model %u %s", it[1], (const char*)(it + 3));
        break;
      case 16: /* OpExecutionMode LocalSize */
        if (it[2] == 17 && model < 6) printf(" size %u %u %u", it[3], it[4], it[5]);
        break;
      case 71: /* OpDecorate: bindings and locations, whatever their order */
        if ((it[2] == 33 || it[2] == 30) && model < 6 && found < 64) bindings[found++] = it[2] << 16 | it[3];
        break;
    }
  }
  while (found > 0) {
    size_t least = 0;
    for (index = 1; index < found; index++)
      if (bindings[index] < bindings[least]) least = index;
    printf(" %s %u", bindings[least] >> 16 == 33 ? "binding" : "location", bindings[least] & 0xffff);
    bindings[least] = bindings[--found];
  }
}

static void report(const char* name, shaderc_compilation_result_t result) {
  const char* bytes = shaderc_result_get_bytes(result);
  size_t length = shaderc_result_get_length(result);
  const char* message = shaderc_result_get_error_message(result);
  printf("%s: status %d, errors %s, %zu warnings, message %s,", name,
         (int)shaderc_result_get_compilation_status(result), shaderc_result_get_num_errors(result) ? "yes" : "no",
         shaderc_result_get_num_warnings(result), strchr(message, '\n') ? "yes" : "no");
  /* Up to the second colon: the name and the line of the first error. */
  if (length == 0 && strchr(message, ':')) {
    const char* end = strchr(strchr(message, ':') + 1, ':');
    if (end) printf(" at %.*s", (int)(end - message), message);
  }
  if (length >= 20 && (uintptr_t)bytes % sizeof(uint32_t) == 0 && *(const uint32_t*)bytes == 0x07230203) {
    char path[500];
    FILE* file;
    print_facts((const uint32_t*)bytes, length / 4);
    snprintf(path, sizeof path, "%s/%s.spv", folder, name);
    file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
      fprintf(stderr, "cannot write %s\n", path);
      exit(1);
    }
  } else if (length > 0) {
    printf(" text with its NUL: %s", strlen(bytes) == length ? "yes" : "no");
    printf(", entry point: %s", strstr(bytes, "OpEntryPoint") ? "yes" : "no");
    printf(", expanded: %s", strstr(bytes, "int sixteen = 16") ? "yes" : "no");
  } else {
    printf(" nothing");
  }
  printf("\n");
  shaderc_result_release(result);
}

static shaderc_compilation_result_t compile(const char* text, shaderc_shader_kind kind, shaderc_compile_options_t options) {
  return shaderc_compile_into_spv(compiler, text, strlen(text), kind, "shader", "main", options);
}

/* Includes: `size.glsl` is found beside its includer, `kind.glsl` elsewhere, anything else nowhere. */
struct includes {
  int resolved, released;
};

static shaderc_include_result* resolve(void* user, const char* name, int type, const char* includer, size_t depth) {
  shaderc_include_result* result = calloc(1, sizeof *result);
  ((struct includes*)user)->resolved++;
  printf("include %s, type %d, from %s, depth %zu\n", name, type, includer, depth);
  result->source_name = "";
  result->content = "no such file";
  if (!strcmp(name, "size.glsl") && type == shaderc_include_type_relative) {
    result->source_name = "folder/size.glsl";
    result->content = "#include \"kind.glsl\"\nconst int SIZE = 64;\n";
  } else if (!strcmp(name, "kind.glsl") && type == shaderc_include_type_standard) {
    result->source_name = "kind.glsl";
    result->content = "#define NUMBER uint\n";
  }
  result->source_name_length = strlen(result->source_name);
  result->content_length = strlen(result->content);
  result->user_data = user;
  return result;
}

static void let_go(void* user, shaderc_include_result* result) {
  ((struct includes*)user)->released++;
  free(result);
}

#define HEAD "#version 450\n"
#define BUFFER HEAD "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint numbers[]; };\n"

static const char* const SUM =
    BUFFER
    "shared uint sums[64];\n"
    "void main() {\n"
    "  uint i = gl_LocalInvocationID.x;\n"
    "  sums[i] = numbers[i] * FACTOR;\n"
    "  for (uint step = 32; step > 0; step /= 2) {\n"
    "    barrier();\n"
    "    if (i < step) sums[i] += sums[i + step];\n"
    "  }\n"
    "  barrier();\n"
    "  numbers[i] = sums[0] + i;\n"
    "}\n";
static const char* const INCLUDES =
    HEAD
    "#include \"size.glsl\"\n#include <kind.glsl>\n"
    "layout(local_size_x = SIZE) in;\nlayout(binding = 0) buffer B { NUMBER numbers[]; };\n"
    "void main() { numbers[gl_LocalInvocationIndex] ^= SIZE; }\n";
static const char* const LIMITS =
    BUFFER "void main() { numbers[gl_LocalInvocationIndex] = gl_MaxDrawBuffers + gl_MaxComputeWorkGroupSize.y; }\n";
static const char* const NOT_A_NUMBER =
    BUFFER
    "void main() {\n"
    "  uint i = gl_LocalInvocationIndex;\n"
    "  float x = uintBitsToFloat(i % 2 == 0 ? 0x7fc00000 | numbers[0] & 1 : 0x40000000);\n"
    "  numbers[i] = uint(min(x, 5.0) * 10.0 + max(1.0, x));\n"
    "}\n";
static const char* const SUBGROUP =
    HEAD
    "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
    "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint numbers[]; };\n"
    "void main() { uint i = gl_LocalInvocationIndex; numbers[i] = subgroupAdd(numbers[i]) - subgroupMin(numbers[i]); }\n";
static const char* const UNBOUND =
    HEAD
    "layout(local_size_x = 64) in;\nbuffer B { uint numbers[]; };\nuniform sampler2D image;\n"
    "void main() { numbers[gl_LocalInvocationIndex] = uint(texture(image, vec2(0)).x); }\n";
static const char* const POSITION = HEAD "layout(location = 2) in vec4 place;\nvoid main() { gl_Position = place; }\n";
static const char* const COLOR = HEAD "in vec4 tint;\nout vec4 color;\nvoid main() { color = tint; }\n";
static const char* const PLAIN = HEAD "void main() {}\n";
static const char* const PRAGMA = HEAD "#pragma shader_stage(fragment)\nvoid main() {}\n";
static const char* const RAYS =
    "#version 460\n#extension GL_EXT_ray_tracing : require\nlayout(location = 0) rayPayloadInEXT vec4 ray;\n"
    "void main() { ray = vec4(1); }\n";
static const char* const MESH =
    HEAD
    "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 3) in;\n"
    "layout(triangles, max_vertices = 3, max_primitives = 1) out;\nvoid main() { SetMeshOutputsEXT(0, 0); }\n";
static const char* const WARNS = HEAD "#extension GL_UNKNOWN_words : warn\nvoid main() {}\n";
static const char* const WRONG = HEAD "void main() {\n  unknown = 1;\n  also_unknown = 2;\n}\n";
static const char* const SIXTEEN = HEAD "void main() { int sixteen = FACTOR; }\n";

static shaderc_compile_options_t new_options(void) {
  shaderc_compile_options_t options = shaderc_compile_options_initialize();
  shaderc_compile_options_add_macro_definition(options, "FACTOR", 6, "wrong", 5);
  shaderc_compile_options_add_macro_definition(options, "FACTOR...", 6, "16...", 2);
  return options;
}

/* Compiles with options that have been changed by statements. */
#define CASE(name, text, kind, ...)                      \
  do {                                                   \
    shaderc_compile_options_t options = new_options();   \
    __VA_ARGS__;                                         \
    report(name, compile(text, kind, options));          \
    shaderc_compile_options_release(options);            \
  } while (0)
#define SET(what, ...) shaderc_compile_options_##what(options, ##__VA_ARGS__)

static void kinds(void) {
  report("pragma_wins", compile(PRAGMA, shaderc_glsl_default_vertex_shader, NULL));
  report("kind_wins", compile(PRAGMA, shaderc_vertex_shader, NULL));
  report("inferred", compile(PRAGMA, shaderc_glsl_infer_from_source, NULL));
  report("default_kind", compile(PLAIN, shaderc_glsl_default_fragment_shader, NULL));
  CASE("geometry", HEAD "layout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { EmitVertex(); }\n",
       shaderc_geometry_shader, );
  CASE("tess_control", HEAD "layout(vertices = 3) out;\nvoid main() {}\n", shaderc_tess_control_shader, );
  CASE("tess_evaluation", HEAD "layout(triangles) in;\nvoid main() {}\n", shaderc_tess_evaluation_shader, );
  CASE("miss", RAYS, shaderc_miss_shader, SET(set_target_env, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2));
  CASE("mesh", MESH, shaderc_mesh_shader, SET(set_target_env, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3));
}

static void settings(void) {
  CASE("run_sum", SUM, shaderc_compute_shader, );
  CASE("run_sum_fast", SUM, shaderc_compute_shader, SET(set_optimization_level, shaderc_optimization_level_performance));
  CASE("run_sum_small", SUM, shaderc_compute_shader, SET(set_optimization_level, shaderc_optimization_level_size));
  CASE("run_sum_lines", SUM, shaderc_compute_shader, SET(set_generate_debug_info));
  CASE("run_limits", LIMITS, shaderc_compute_shader, SET(set_limit, shaderc_limit_max_draw_buffers, 7);
       SET(set_limit, shaderc_limit_max_compute_work_group_size_y, 100); SET(set_limit, shaderc_limit_max_lights, 1));
  CASE("run_nan_clamp", NOT_A_NUMBER, shaderc_compute_shader, SET(set_nan_clamp, true));
  CASE("run_subgroup", SUBGROUP, shaderc_compute_shader,
       SET(set_target_env, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_1));
  CASE("auto_bind", UNBOUND, shaderc_compute_shader, SET(set_auto_bind_uniforms, true));
  CASE("bases", UNBOUND, shaderc_compute_shader, SET(set_auto_bind_uniforms, true);
       SET(set_binding_base, shaderc_uniform_kind_storage_buffer, 20);
       SET(set_binding_base_for_stage, shaderc_compute_shader, shaderc_uniform_kind_texture, 30);
       SET(set_binding_base_for_stage, shaderc_vertex_shader, shaderc_uniform_kind_storage_buffer, 40));
  CASE("invert_y", POSITION, shaderc_vertex_shader, SET(set_invert_y, true));
  CASE("locations", COLOR, shaderc_fragment_shader, SET(set_auto_map_locations, true));
  CASE("spirv_1_4", POSITION, shaderc_vertex_shader,
       SET(set_target_env, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
       SET(set_target_spirv, shaderc_spirv_version_1_4));
  CASE("forced", PLAIN, shaderc_vertex_shader, SET(set_forced_version_profile, 310, shaderc_profile_es));
  CASE("warning", WARNS, shaderc_vertex_shader, );
  CASE("warning_as_error", WARNS, shaderc_vertex_shader, SET(set_warnings_as_errors));
  CASE("no_warning", WARNS, shaderc_vertex_shader, SET(set_warnings_as_errors); SET(set_suppress_warnings));
  CASE("wrong", WRONG, shaderc_vertex_shader, );
  CASE("undefined", SUM, shaderc_compute_shader, shaderc_compile_options_release(options); options = NULL);
}

static void includes(void) {
  struct includes counts = {0, 0};
  CASE("run_includes", INCLUDES, shaderc_compute_shader, SET(set_include_callbacks, resolve, let_go, &counts));
  CASE("no_include", HEAD "#include <gone.glsl>\nvoid main() {}\n", shaderc_vertex_shader,
       SET(set_include_callbacks, resolve, let_go, &counts));
  CASE("no_callbacks", INCLUDES, shaderc_compute_shader, );
  printf("released all: %s\n", counts.resolved == counts.released ? "yes" : "no");
}

static void texts(void) {
  shaderc_compile_options_t options = new_options();
  shaderc_compile_options_t copy = shaderc_compile_options_clone(options);
  shaderc_compile_options_release(options);
  report("listing", shaderc_compile_into_spv_assembly(compiler, SIXTEEN, strlen(SIXTEEN), shaderc_vertex_shader, "shader",
                                                      "main", copy));
  report("preprocessed", shaderc_compile_into_preprocessed_text(compiler, SIXTEEN, strlen(SIXTEEN),
                                                                shaderc_glsl_infer_from_source, "shader", "main", copy));
  shaderc_compile_options_release(copy);
}

static void versions(void) {
  static const char* const TEXTS[] = {"450core", "450", "310es", "100", "460es", "450 core", "450foo", "7", "", "core", "0450"};
  unsigned version = 0, revision = 0, index;
  shaderc_get_spv_version(&version, &revision);
  printf("SPIR-V 1.3 or later: %s\n", version >= 0x10300 ? "yes" : "no");
  for (index = 0; index < sizeof TEXTS / sizeof *TEXTS; index++) {
    int number;
    shaderc_profile profile;
    if (shaderc_parse_version_profile(TEXTS[index], &number, &profile))
      printf("'%s': %d %d\n", TEXTS[index], number, (int)profile);
    else
      printf("'%s': no\n", TEXTS[index]);
  }
}

/* Threads share the compiler and the options. */
static void* work(void* options) {
  intptr_t failed = 0;
  int round;
  for (round = 0; round < 20; round++) {
    shaderc_compilation_result_t result = compile(SUM, shaderc_compute_shader, options);
    failed += shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success;
    shaderc_result_release(result);
  }
  return (void*)failed;
}

static void threads(void) {
  shaderc_compile_options_t options = new_options();
  pthread_t threads[4];
  intptr_t failed = 0;
  int index;
  for (index = 0; index < 4; index++) pthread_create(&threads[index], NULL, work, options);
  for (index = 0; index < 4; index++) {
    void* more;
    pthread_join(threads[index], &more);
    failed += (intptr_t)more;
  }
  printf("threads: %d compilations failed\n", (int)failed);
  shaderc_compile_options_release(options);
}

int main(int count, char** words) {
  if (count != 2) return 2;
  folder = words[1];
  compiler = shaderc_compiler_initialize();
  kinds();
  settings();
  includes();
  texts();
  versions();
  threads();
  shaderc_compiler_release(compiler);
  return 0;
}
