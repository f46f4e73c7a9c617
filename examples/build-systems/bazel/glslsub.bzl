"""Shaders as SPIR-V.

    load(":glslsub.bzl", "glslsub_shaders")

    glslsub_shaders(
        name = "shaders",
        srcs = glob(["shaders/*.comp"]),
        hdrs = glob(["shaders/include/*.glsl"]),
        variants = {"fast": ["RADIUS=2"], "fine": ["RADIUS=8", "WEIGHTED"]},
        options = ["--target-env", "vulkan1.2", "-O"],
    )

An action per module sees only the shader and `hdrs`, so that it runs in a sandbox, on other machines and from caches: equal
input gives equal bytes. `compiler` is a target that is the program, `//tools:glslsub` if nothing is said.
"""

def _output(source, variant):
    return source.basename + ("." + variant if variant else "") + ".spv"

def _glslsub_shaders(ctx):
    variants = ctx.attr.variants or {"": []}
    modules = []
    for source in ctx.files.srcs:
        for variant, macros in variants.items():
            module = ctx.actions.declare_file(ctx.label.name + "/" + _output(source, variant))
            arguments = ctx.actions.args()
            arguments.add("compile")
            arguments.add(source)
            arguments.add("-o", module)
            arguments.add_all(ctx.attr.includes, format_each = "-I%s")
            arguments.add_all(ctx.attr.defines + macros, format_each = "-D%s")
            arguments.add_all(ctx.attr.options)
            ctx.actions.run(
                executable = ctx.executable.compiler,
                arguments = [arguments],
                inputs = depset([source], transitive = [depset(ctx.files.hdrs)]),
                outputs = [module],
                mnemonic = "Glslsub",
                progress_message = "Compiling %s %s" % (source.short_path, variant),
            )
            modules.append(module)
    return [DefaultInfo(files = depset(modules), runfiles = ctx.runfiles(files = modules))]

glslsub_shaders = rule(
    implementation = _glslsub_shaders,
    doc = "Compiles each shader, in each variant, to a SPIR-V module.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "The shaders."),
        "hdrs": attr.label_list(allow_files = True, doc = "What they include."),
        "variants": attr.string_list_dict(doc = "Macros by the name of a variant."),
        "defines": attr.string_list(doc = "Macros of all variants."),
        "includes": attr.string_list(doc = "Folders for included files, from the root of the workspace."),
        "options": attr.string_list(doc = "Further words for `glslsub compile`."),
        "compiler": attr.label(
            default = "//tools:glslsub",
            executable = True,
            cfg = "exec",
            allow_files = True,
            doc = "The program.",
        ),
    },
)
