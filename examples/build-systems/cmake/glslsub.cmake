# glslsub_add_shaders(TARGET SOURCES FILE... [VARIANTS NAME[:MACRO[=VALUE],...]...] [DEFINES MACRO[=VALUE]...]
#                     [INCLUDES FOLDER...] [OPTIONS WORD...] [SOURCE_DIRECTORY FOLDER] [OUTPUT_DIRECTORY FOLDER])
#
# Compiles each shader, with each variant, to its own SPIR-V module: `blur.comp`, and `blur.comp.fast.spv` for the variant
# `fast`. TARGET is a target that builds all of them; its property GLSLSUB_MODULES lists them. Sources and folders
# are relative to the folder of the calling CMakeLists.txt. Modules are rebuilt when the shader or a file that it
# includes changes. Needs CMake 3.20, and glslsub in PATH or in GLSLSUB_EXECUTABLE.
#
#   include(glslsub.cmake)
#   glslsub_add_shaders(shaders SOURCES blur.comp VARIANTS fast:RADIUS=2 fine:RADIUS=8 OPTIONS --target-env vulkan1.2 -O)
#   add_dependencies(app shaders)
include_guard()
find_program(GLSLSUB_EXECUTABLE glslsub REQUIRED)

function(glslsub_add_shaders target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE_DIRECTORY;OUTPUT_DIRECTORY" "SOURCES;VARIANTS;DEFINES;INCLUDES;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "glslsub_add_shaders: unknown words: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_SOURCE_DIRECTORY)
        set(arg_SOURCE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    if(NOT arg_OUTPUT_DIRECTORY)
        set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}")
    endif()
    if(NOT arg_VARIANTS)
        set(arg_VARIANTS ":")
    endif()
    list(TRANSFORM arg_DEFINES PREPEND "-D")
    set(includes "")
    foreach(folder IN LISTS arg_INCLUDES)
        get_filename_component(folder "${folder}" ABSOLUTE)
        list(APPEND includes "-I${folder}")
    endforeach()

    set(modules "")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${arg_SOURCE_DIRECTORY}")
        foreach(variant IN LISTS arg_VARIANTS)
            string(REGEX MATCH "^([^:]*):?(.*)$" matched "${variant}")
            set(name "${CMAKE_MATCH_1}")
            string(REPLACE "," ";" macros "${CMAKE_MATCH_2}")
            list(TRANSFORM macros PREPEND "-D")
            if(name)
                string(PREPEND name ".")
            endif()
            set(module "${arg_OUTPUT_DIRECTORY}/${source}${name}.spv")
            get_filename_component(folder "${module}" DIRECTORY)
            file(MAKE_DIRECTORY "${folder}")
            add_custom_command(
                OUTPUT "${module}"
                COMMAND "${GLSLSUB_EXECUTABLE}" compile "${path}" -o "${module}" --depfile "${module}.d"
                        ${includes} ${arg_DEFINES} ${macros} ${arg_OPTIONS}
                DEPENDS "${path}" "${GLSLSUB_EXECUTABLE}"
                DEPFILE "${module}.d"
                COMMENT "Compiling ${source}${name}"
                VERBATIM)
            list(APPEND modules "${module}")
        endforeach()
    endforeach()
    add_custom_target("${target}" ALL DEPENDS ${modules})
    set_target_properties("${target}" PROPERTIES GLSLSUB_MODULES "${modules}")
endfunction()
