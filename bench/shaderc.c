// Compiles compute and fragment shaders with libshaderc, one after the other with one compiler, as bench/compare.sh asks.
//
//     shaderc [-DNAME=VALUE]... FILE...
//
// Files are included from the folder of the shader. What is compiled goes nowhere.

#include <shaderc/shaderc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file's bytes, with a zero behind them; null if it cannot be read.
static char *read_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    *size = fread(bytes, 1, *size, file);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static shaderc_include_result *include(void *user, const char *requested, int type, const char *from, size_t depth) {
    (void)user, (void)type, (void)depth;
    shaderc_include_result *result = calloc(1, sizeof *result);
    const char *slash = strrchr(from, '/');
    size_t folder = slash ? (size_t)(slash - from) + 1 : 0;
    char *name = malloc(folder + strlen(requested) + 1);
    memcpy(name, from, folder);
    strcpy(name + folder, requested);
    result->content = read_file(name, &result->content_length);
    result->source_name = name;
    // An empty name says that there is no such file.
    result->source_name_length = result->content ? strlen(name) : 0;
    return result;
}

static void release(void *user, shaderc_include_result *result) {
    (void)user;
    free((char *)result->source_name);
    free((char *)result->content);
    free(result);
}

static shaderc_shader_kind kind_of(const char *name) {
    const char *suffix = strrchr(name, '.');
    return suffix && !strcmp(suffix, ".frag") ? shaderc_glsl_fragment_shader : shaderc_glsl_compute_shader;
}

int main(int count, char **arguments) {
    shaderc_compiler_t compiler = shaderc_compiler_initialize();
    shaderc_compile_options_t options = shaderc_compile_options_initialize();
    shaderc_compile_options_set_target_env(options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
    shaderc_compile_options_set_include_callbacks(options, include, release, NULL);
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (strncmp(argument, "-D", 2) == 0) {
            const char *name = argument + 2, *value = strchr(name, '=');
            size_t length = value ? (size_t)(value - name) : strlen(name);
            value = value ? value + 1 : "";
            shaderc_compile_options_add_macro_definition(options, name, length, value, strlen(value));
            continue;
        }
        size_t size;
        char *text = read_file(argument, &size);
        if (!text) return 1;
        shaderc_compilation_result_t result =
            shaderc_compile_into_spv(compiler, text, size, kind_of(argument), argument, "main", options);
        if (shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success) {
            fprintf(stderr, "%s", shaderc_result_get_error_message(result));
            return 1;
        }
        shaderc_result_release(result);
        free(text);
    }
    shaderc_compile_options_release(options);
    shaderc_compiler_release(compiler);
    return 0;
}
