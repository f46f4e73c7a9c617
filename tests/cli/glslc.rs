//! The command line of glslc: what build systems pass works unchanged and silently.

use super::{GOOD, MAGIC, Sandbox};
use std::process::{Command, Stdio};

const INCLUDER: &str = "#version 450\n#include \"my part.glsl\"\n#include <b.glsl>\nlayout(local_size_x = 32) in;\n\
                        #ifdef A\nlayout(binding = 0) buffer B { int a[A]; };\n#endif\nvoid main() {}\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("a.comp", GOOD),
        ("plain.glsl", GOOD),
        ("includer.comp", INCLUDER),
        ("my part.glsl", "\n"),
        ("inc/b.glsl", "\n"),
        ("bad.comp", "#version 450\nvoid main() {\n    totl = 1;\n}\n"),
        ("unknown.comp", "#version 450\n#extension GL_FOO_bar : require\nvoid main() {}\n"),
        ("warn.comp", "#version 450\n#extension GL_FOO_bar : enable\nvoid main() {}\n"),
    ])
}

#[test]
fn lines_of_known_build_systems_work_silently() {
    let sandbox = sandbox();
    let lines: &[&[&str]] = &[
        &["glslc", "-fshader-stage=compute", "--target-env=vulkan1.2", "a.comp", "-o", "o1", "-O", "-DX=1", "-DX=2"],
        &["glslc", "-fshader-stage=comp", "--target-env=vulkan1.2", "plain.glsl", "-o", "o2", "-MD", "-MF", "o2.d"],
        &["glslc", "-Iinc", "-MD", "-MF", "o3.d", "includer.comp", "-o", "o3"],
        &["glslc", "-x", "glsl", "--target-spv=spv1.3", "--target-env=vulkan1.1", "-g", "-c", "a.comp", "-o", "o4"],
    ];
    for (index, line) in lines.iter().enumerate() {
        let run = sandbox.run(line);
        run.expect(0, &[]);
        assert_eq!(run.stderr, "", "{line:?}");
        let words = std::fs::read(sandbox.path(&format!("o{}", index + 1))).unwrap();
        assert_eq!(words[..4], MAGIC, "{line:?}");
    }
    assert_eq!(std::fs::read_to_string(sandbox.path("o2.d")).unwrap(), "o2: plain.glsl\n");
    assert_eq!(std::fs::read_to_string(sandbox.path("o3.d")).unwrap(), "o3: includer.comp my\\ part.glsl inc/b.glsl\n");
}

#[test]
fn debug_information() {
    let sandbox = sandbox();
    let listing =
        |words: &[&str]| sandbox.run(&[&["glslc", "-S", "-o", "-", "a.comp"], words].concat()).text().to_owned();
    assert!(!listing(&[]).contains("OpLine"));
    assert!(listing(&["-g"]).contains("OpLine"));
}

#[test]
fn standard_input_to_standard_output_as_vulkano_calls_it() {
    let sandbox = sandbox();
    let line = ["glslc", "-fshader-stage=comp", "-fentry-point=main", "-MD", "-MF", "dep.d", "-o", "-", "-"];
    let run = sandbox.run_with_input(&line, GOOD.as_bytes());
    run.expect(0, &[]);
    assert_eq!((run.stderr.as_str(), &run.stdout[..4]), ("", &MAGIC[..]));
    assert_eq!(std::fs::read_to_string(sandbox.path("dep.d")).unwrap(), "-: <stdin>\n");
}

#[test]
fn the_whole_line_of_vulkano() {
    let sandbox = sandbox();
    std::fs::write(sandbox.path("inc/n.h"), "#define N 4\n").unwrap();
    let words = "glslc -x glsl --target-env=vulkan1.2 --target-spv=spv1.5 -Iinc -g -DFOO=1 -fshader-stage=comp \
                 -fentry-point=main -MD -MF dep.d -o - -";
    let words: Vec<&str> = words.split_whitespace().collect();
    let text = "#version 450\n#include \"n.h\"\nlayout(local_size_x = N * FOO) in;\nvoid main() {}\n";
    let run = sandbox.run_with_input(&words, text.as_bytes());
    run.expect(0, &[]);
    assert_eq!(run.stdout[..8], [3, 2, 0x23, 7, 0, 5, 1, 0]);
    assert_eq!(std::fs::read_to_string(sandbox.path("dep.d")).unwrap(), "-: <stdin> inc/n.h\n");
}

/// Every option that build systems rely on, by itself.
#[test]
fn options_of_build_systems_are_silent() {
    let sandbox = sandbox();
    for option in [
        "-E",
        "-S",
        "-c",
        "-M",
        "-MM",
        "-std=450",
        "-std=450core",
        "-x glsl",
        "-O",
        "-O0",
        "-Os",
        "-g",
        "-w",
        "-Werror",
        "-mfmt=bin",
        "-mfmt=c",
        "-mfmt=num",
        "-fshader-stage=comp",
        "-fentry-point=main",
        "-fauto-bind-uniforms",
        "-fauto-map-locations",
        "-finvert-y",
        "-fnan-clamp",
        "-fpreserve-bindings",
        "-fubo-binding-base 3",
        "-fssbo-binding-base comp 3",
        "-flimit=MaxLights 3",
        "-fmax-id-bound=100",
        "-MD",
        "-I inc",
        "-Iinc",
        "-DX",
        "-DX=1",
        "--target-env=vulkan",
        "--target-env=vulkan1.4",
        "--target-spv=spv1.0",
    ] {
        let limit = option.starts_with("-flimit");
        let words: Vec<&str> = if limit { vec![option] } else { option.split(' ').collect() };
        let run = sandbox.run(&[&["glslc"], &words[..], &["-fshader-stage=comp", "plain.glsl", "-o", "out"]].concat());
        assert_eq!((run.exit(), run.stderr.as_str()), (0, ""), "{option}");
        std::fs::remove_file(sandbox.path("out")).unwrap();
    }
}

/// The names of files and stages if the shader sets them.
#[test]
fn lines_files_and_stages_by_directives() {
    let text = "#version 450\n#pragma shader_stage(compute)\n#line 70 \"named.glsl\"\nvoid main() {\n    one;\n}\n";
    let sandbox = Sandbox::new(&[("a.glsl", text), ("b.comp.glsl", GOOD)]);
    sandbox.run(&["glslc", "a.glsl"]).expect(1, &["named.glsl:71: error: ", "1 error generated."]);
    sandbox.run(&["glslc", "b.comp.glsl", "-o", "b.spv"]).expect(0, &[]);
}

#[test]
fn a_link_named_glslc_is_glslc() {
    let sandbox = sandbox();
    let mut command = Command::new(sandbox.program_named("glslc-link"));
    let output = command.current_dir(sandbox.path("")).args(["-c", "a.comp"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(sandbox.path("a.comp.spv").exists());
}

#[test]
fn messages_have_the_form_of_glslc() {
    let sandbox = sandbox();
    let bad = sandbox.run(&["glslc", "-c", "bad.comp"]);
    bad.expect(1, &["bad.comp:3: error: `totl` is not declared", "1 error generated.\n"]);
    assert!(!sandbox.path("bad.comp.spv").exists());
    sandbox.run(&["glslc", "unknown.comp"]).expect(1, &["unknown.comp:2: error: extension not supported: GL_FOO_bar"]);
    let warned = "warn.comp:2: warning: extension not supported: GL_FOO_bar";
    sandbox.run(&["glslc", "warn.comp"]).expect(0, &[warned, "1 warning generated.\n"]);
    assert_eq!(sandbox.run(&["glslc", "-w", "warn.comp"]).stderr, "");
    sandbox
        .run(&["glslc", "-Werror", "warn.comp"])
        .expect(1, &["error: extension not supported", "1 error generated."]);
    sandbox.run(&["glslc", "-std=460", "a.comp"]).expect(0, &["forced to 460 core", "450 core"]);
    sandbox.run(&["glslc", "-std=450core", "a.comp"]).expect(0, &[]);
    let vertex = Sandbox::new(&[("a.vert", "void main() {}\n")]);
    for version in ["140", "150", "330core", "400", "410", "420", "310es", "320es"] {
        vertex.run(&["glslc", &format!("-std={version}"), "a.vert"]).expect(0, &[]);
    }
}

#[test]
fn outputs_have_the_names_and_forms_of_glslc() {
    let sandbox = sandbox();
    sandbox.run(&["glslc", "a.comp"]).expect(0, &[]);
    sandbox.run(&["glslc", "-c", "-fshader-stage=compute", "a.comp", "plain.glsl"]).expect(0, &[]);
    sandbox.run(&["glslc", "-S", "a.comp"]).expect(0, &[]);
    for name in ["a.spv", "a.comp.spv", "plain.spv", "a.comp.spvasm"] {
        assert!(sandbox.path(name).exists(), "{name}");
    }
    let text = |arguments: &[&str]| sandbox.run(arguments).text().to_owned();
    assert!(text(&["glslc", "-mfmt=num", "-o", "-", "a.comp"]).starts_with("0x07230203,0x00010000,"));
    let array = text(&["glslc", "-mfmt=c", "-o", "-", "a.comp"]);
    assert!(array.starts_with("{0x07230203,") && array.ends_with("}\n"));
    assert!(text(&["glslc", "-E", "a.comp"]).contains("local_size_x"));
    assert_eq!(
        text(&["glslc", "-M", "-Iinc", "includer.comp"]),
        "includer.comp.spv: includer.comp my\\ part.glsl inc/b.glsl\n"
    );
    let phony = text(&["glslc", "-MM", "-MP", "-MT", "t", "-Iinc", "includer.comp"]);
    assert_eq!(phony, "t: includer.comp my\\ part.glsl inc/b.glsl\n\nmy\\ part.glsl:\n\ninc/b.glsl:\n");
    assert!(text(&["glslc", "--version"]).starts_with("glslsub "));
    assert!(text(&["glslc", "--help"]).contains("-fshader-stage="));
    assert!(text(&["glslc", "--show-limits"]).contains("MaxComputeWorkGroupSizeX 1024\n"));
}

#[test]
fn words_come_from_response_files_and_limits_from_options() {
    let sandbox = sandbox();
    std::fs::write(sandbox.path("words"), "-c -DA='1 + 1'\n\"a.comp\" @more").unwrap();
    std::fs::write(sandbox.path("more"), "-o from_file.spv").unwrap();
    std::fs::write(sandbox.path("self"), "@self").unwrap();
    sandbox.run(&["glslc", "@words"]).expect(0, &[]);
    assert!(sandbox.path("from_file.spv").exists());
    sandbox.run(&["glslc", "@self"]).expect(1, &["too many response files"]);
    let limit = "-flimit=MaxComputeWorkGroupSizeX 16 MaxLights 3";
    sandbox.run(&["glslc", limit, "a.comp"]).expect(1, &["a.comp:2: error: `local_size_x` is 32; the limit is 16"]);
    std::fs::write(sandbox.path("limits"), "MaxComputeWorkGroupSizeX 16\nMaxComputeWorkGroupSizeX 64").unwrap();
    sandbox.run(&["glslc", "-flimit-file", "limits", "a.comp"]).expect(0, &[]);
}

#[test]
fn wrong_words_end_in_one_clear_error() {
    let sandbox = sandbox();
    let cases: &[(&[&str], &str)] = &[
        (&[], "no input files"),
        (&["-frobnicate", "a.comp"], "unknown argument: '-frobnicate'"),
        (&["--frobnicate", "a.comp"], "unsupported option: '--frobnicate'"),
        (&["-fshader-stage=pixel", "a.comp"], "stage not recognized: 'pixel'"),
        (&["-x", "hlsl", "a.comp"], "HLSL is not supported"),
        (&["a.hlsl"], "HLSL is not supported"),
        (&["a.spvasm"], "use spirv-as"),
        (&["--target-env=opengl4.5", "a.comp"], "OpenGL is not supported"),
        (&["--target-env=vulkan9", "a.comp"], "invalid value 'vulkan9' in '--target-env=vulkan9'"),
        (&["--target-spv=spv9", "a.comp"], "invalid value 'spv9'"),
        (&["-std=999", "a.comp"], "invalid value '999' in '-std=999'"),
        (&["a.comp", "plain.glsl"], "Use -c to compile files individually"),
        (&["-c", "a.comp", "plain.glsl", "-o", "x"], "cannot specify -o"),
        (&["-MF", "x", "a.comp"], "-M (-MM) or -MD"),
        (&["-MD", "-M", "a.comp"], "Only one should be used"),
        (&["-o"], "argument to '-o' is missing"),
        (&["-DGL_x", "a.comp"], "cannot be defined"),
        (&["-S", "-mfmt=c", "a.comp"], "-mfmt"),
        (&["-flimit=MaxFoo 1", "a.comp"], "invalid resource limit: MaxFoo"),
        (&["-", "-"], "more than once"),
        (&["missing.comp"], "cannot read `missing.comp`"),
        (&["@missing"], "cannot read response file 'missing'"),
    ];
    for (words, expected) in cases {
        let run = sandbox.run(&[&["glslc"], *words].concat());
        run.expect(1, &["glslc: error: ", expected]);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn bindings_are_counted_from_bases() {
    let shader = "#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 3) buffer A { int a; };\nbuffer B { int b; };\n\
                  uniform C { int c; };\nuniform sampler2D d;\nlayout(r32f) uniform image2D e;\n\
                  void main() { a = b + c + int(texture(d, vec2(0)).x); imageStore(e, ivec2(0), vec4(1)); }\n";
    let sandbox = Sandbox::new(&[("a.comp", shader)]);
    let listing = sandbox.run(&[
        "glslc",
        "-S",
        "-o",
        "-",
        "a.comp",
        "-fauto-bind-uniforms",
        "-fssbo-binding-base",
        "10",
        "-fubo-binding-base",
        "comp",
        "10",
        "-ftexture-binding-base",
        "20",
        "-fimage-binding-base",
        "vert",
        "7",
    ]);
    listing.expect(0, &[]);
    let mut bindings: Vec<u32> = listing
        .text()
        .lines()
        .filter_map(|line| line.split_once(" Binding ").map(|(_, number)| number.parse().unwrap()))
        .collect();
    bindings.sort_unstable();
    assert_eq!(bindings, [0, 10, 11, 13, 20], "image, B, C, A, texture");
    let wrong = |words: &[&str]| sandbox.run(&[&["glslc", "a.comp"], words].concat());
    wrong(&["-fssbo-binding-base"]).expect(1, &["requires at least one argument"]);
    wrong(&["-fssbo-binding-base", "9x"]).expect(1, &["invalid offset value 9x for -fssbo-binding-base"]);
    wrong(&["-fssbo-binding-base", "vert"]).expect(1, &["requires an offset argument"]);
}

#[test]
fn outputs_destroy_nothing_and_messages_stay_in_their_line() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("x/b.comp", "#version 450\n#error \u{1b}[31m\n")]);
    sandbox.run(&["glslc", "a.comp", "-o", "x/../a.comp"]).expect(1, &["would replace the input `a.comp`"]);
    assert_eq!(std::fs::read_to_string(sandbox.path("a.comp")).unwrap(), GOOD);
    sandbox.run(&["glslc", "-c", "a.comp", "x/../a.comp"]).expect(1, &["would both be written to `a.comp.spv`"]);
    sandbox.run(&["glslc", "a.comp", "-MD", "-MF", "a.comp"]).expect(1, &["would replace the input `a.comp`"]);
    assert_eq!(std::fs::read_to_string(sandbox.path("a.comp")).unwrap(), GOOD);
    let run = sandbox.run(&["glslc", "-c", "x/b.comp", "no\nfile"]);
    run.expect(1, &["x/b.comp:2: error: ", "\\u{1b}[31m", "no\\nfile"]);
}

#[test]
fn options_that_change_code() {
    let vertex = "#version 450\nlayout(binding = 3) uniform U { vec4 unused; };\nlayout(location = 0) in float x;\n\
        out float named;\nvoid main() {\n    gl_Position = vec4(clamp(x, 0.0, 1.0));\n    if (x > 0.5) return;\n    \
        named = max(x, 2.0);\n}\n";
    let sandbox = Sandbox::new(&[("a.vert", vertex)]);
    let run =
        |words: &[&str]| sandbox.run(&[&["glslc", "-S", "a.vert", "-o", "-", "-fauto-map-locations"], words].concat());
    let plain = run(&[]).text().to_owned();
    assert!(plain.contains("FClamp") && !plain.contains("FNegate") && !plain.contains("Binding"), "{plain}");
    let other = run(&["-finvert-y", "-fnan-clamp", "-fpreserve-bindings"]).text().to_owned();
    assert_eq!(other.matches("FNegate").count(), 2, "{other}");
    assert!(other.contains("NClamp") && other.contains("NMax") && other.contains("Binding 3"), "{other}");
    assert_eq!(run(&["-fmax-id-bound=1000"]).exit(), 0);
}

/// The offsets are glslc's. A packing that is written down only leaves structures to the option.
#[test]
fn hlsl_offsets() {
    let block = |packing: &str| {
        format!(
            "#version 450\nstruct Light {{ float power; vec3 color; }};\nlayout(binding = 0{packing}) uniform U {{ float a; \
             vec3 b; float c; vec2 d; vec2 e; mat3 f; float g; float h[2]; vec2 i; Light j; dvec2 k; }};\nvoid main() {{ \
             gl_Position = vec4(b + j.color, a); }}\n"
        )
    };
    let sandbox = Sandbox::new(&[("a.vert", &block("")), ("b.vert", &block(", std140"))]);
    let offsets = |file: &str| {
        let run = sandbox.run(&["glslc", "-S", file, "-o", "-", "-fhlsl-offsets"]);
        let lines = run.text().lines().filter_map(|line| line.rsplit_once(" Offset "));
        lines.map(|(_, offset)| offset.parse().unwrap()).collect::<Vec<u32>>()
    };
    assert_eq!(offsets("a.vert"), [0, 4, 0, 4, 16, 20, 32, 48, 96, 112, 144, 160, 192]);
    assert_eq!(offsets("b.vert"), [0, 4, 0, 16, 28, 32, 40, 48, 96, 112, 144, 160, 192]);
}

#[test]
fn the_bound_of_ids_is_checked() {
    let sandbox = Sandbox::new(&[("a.comp", super::GOOD)]);
    let run = sandbox.run(&["glslc", "-c", "a.comp", "-fmax-id-bound=3"]);
    assert_eq!(run.exit(), 1);
    assert!(run.stderr.contains("-fmax-id-bound allows 3"), "{}", run.stderr);
    assert_eq!(sandbox.names(), ["a.comp"]);
}
