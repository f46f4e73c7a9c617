//! `glslsub glslang`: command lines of build systems that call glslangValidator.

use std::fs;

use super::{BAD, GOOD, MAGIC, Sandbox};

const INCLUDING: &str = "#version 450\n#include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";

#[test]
fn meson_writes_a_header_and_a_rule() {
    let sandbox = Sandbox::new(&[("a.comp", INCLUDING), ("size.glsl", "#define SIZE 8\n")]);
    let run = sandbox.run(&["glslang", "-V", "--vn", "shader", "a.comp", "-o", "a.h", "--depfile", "a.d"]);
    assert_eq!((run.exit(), run.text(), run.stderr.as_str()), (0, "a.comp\n", ""));
    let header = fs::read_to_string(sandbox.path("a.h")).unwrap();
    assert!(header.contains("const uint32_t shader[] = {\n\t0x07230203,0x00010000,"), "{header}");
    assert!(header.ends_with("\n};\n"), "{header}");
    assert_eq!(fs::read_to_string(sandbox.path("a.d")).unwrap(), "a.h: a.comp size.glsl\n");
}

#[test]
fn outputs_are_called_after_their_stage() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("b.vert", "#version 450\nvoid main() {}\n")]);
    let run = sandbox.run(&["glslang", "-V", "a.comp", "b.vert"]);
    assert_eq!((run.exit(), run.text()), (0, "a.comp\nb.vert\n"));
    assert_eq!(sandbox.names(), ["a.comp", "b.vert", "comp.spv", "vert.spv"]);
    assert!(fs::read(sandbox.path("comp.spv")).unwrap().starts_with(&MAGIC));
    // Without -V there are only messages.
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    assert_eq!(sandbox.run(&["glslang", "-s", "a.comp"]).text(), "");
    assert_eq!(sandbox.names(), ["a.comp"]);
}

#[test]
fn linked_shaders_are_checked_against_each_other() {
    let vertex = "#version 450\nlayout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); }\n";
    let reads = |ty: &str| {
        format!(
            "#version 450\nlayout(location = 0) flat in {ty} color;\nvoid main() {{ if (color.x == 0) discard; }}\n"
        )
    };
    let sandbox = Sandbox::new(&[("a.vert", vertex), ("good.frag", &reads("vec3")), ("bad.frag", &reads("ivec3"))]);
    let run = sandbox.run(&["glslang", "-V", "-l", "a.vert", "bad.frag"]);
    assert_eq!((run.exit(), run.stderr.as_str()), (2, ""));
    assert!(run.text().starts_with("ERROR: bad.frag:2: `color` reads `int`, but"), "{}", run.text());
    assert_eq!(sandbox.names(), ["a.vert", "bad.frag", "good.frag"]);
    let run = sandbox.run(&["glslang", "-V", "-l", "a.vert", "good.frag"]);
    assert_eq!((run.exit(), run.text()), (0, "a.vert\ngood.frag\n"));
    assert_eq!(sandbox.names(), ["a.vert", "bad.frag", "frag.spv", "good.frag", "vert.spv"]);
    // One file cannot take both modules.
    assert_eq!(sandbox.run(&["glslang", "-V", "-l", "a.vert", "good.frag", "-o", "x.spv"]).exit(), 1);
}

/// Every option that build systems are known to use, by itself.
#[test]
fn options_of_build_systems_are_silent() {
    let options = "-gV -gVS -g0 -g -R --spirv-val -l -C -Os -r -t --keep-uncalled --nsf -V100 --auto-map-bindings --amb \
                   --auto-map-locations --aml --invert-y --nan-clamp -DX=1 -UX --error-column";
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    for option in options.split_whitespace() {
        let run = sandbox.run(&["glslang", "-V", option, "a.comp", "-o", "a.spv"]);
        assert_eq!((run.exit(), run.text(), run.stderr.as_str()), (0, "a.comp\n", ""), "{option}");
    }
    let relaxed = Sandbox::new(&[(
        "a.frag",
        "#version 450\nuniform float x;\nlayout(location = 0) out float y;\nvoid main() { y = x; }\n",
    )]);
    assert_eq!(relaxed.run(&["glslang", "-V", "-R", "a.frag"]).exit(), 0);
    assert_eq!(relaxed.run(&["glslang", "-V", "a.frag"]).exit(), 2);
    for version in ["-v", "--version"] {
        assert!(sandbox.run(&["glslang", version]).text().starts_with("glslsub "));
    }
    assert_eq!(sandbox.run(&["glslang", "-V", "--glsl-version", "450", "a.comp"]).exit(), 0);
    assert_eq!(sandbox.run(&["glslang", "-V", "--glsl-version", "7", "a.comp"]).exit(), 1);
}

#[test]
fn debug_information() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let listing = |option: &str| sandbox.run(&["glslang", "-H", option, "a.comp"]).text().to_owned();
    let words = ["OpName", "OpLine", "DebugLine", "#version"];
    let has = |option: &str| words.map(|word| listing(option).contains(word));
    assert_eq!(has("-V"), [true, false, false, false]);
    assert_eq!(has("-g0"), [false, false, false, false]);
    assert_eq!(has("-g"), [true, true, false, true]);
    assert_eq!(has("-gVS"), [true, false, true, true]);
    assert_eq!(has("-gV"), [true, false, true, false]);
}

#[test]
fn standard_input_macros_and_targets() {
    let sandbox = Sandbox::new(&[]);
    let text = "#version 450\nlayout(local_size_x = SIZE) in;\nvoid main() { int x = EXTRA; }\n";
    let words = ["glslang", "--stdin", "-S", "comp", "-DSIZE=4", "-P#define EXTRA 7", "--target-env", "vulkan1.2"];
    let run = sandbox.run_with_input(&[&words[..], &["-o", "a.spv"]].concat(), text.as_bytes());
    assert_eq!((run.exit(), run.text()), (0, "stdin\n"));
    assert_eq!(fs::read(sandbox.path("a.spv")).unwrap()[4..8], [0, 5, 1, 0]);
}

#[test]
fn errors_have_the_form_of_glslang() {
    let sandbox = Sandbox::new(&[("bad.comp", BAD)]);
    let run = sandbox.run(&["glslang", "-V", "bad.comp"]);
    assert_eq!((run.exit(), run.stderr.as_str()), (2, ""));
    let expected = "bad.comp\nERROR: bad.comp:3: `one` is not declared [GS0200]\n\
                    ERROR: bad.comp:4: `two` is not declared [GS0200]\n\
                    ERROR: 2 compilation errors.  No code generated.\n\nSPIR-V is not generated for failed compile or link\n";
    assert_eq!(run.text(), expected);
    assert_eq!(sandbox.names(), ["bad.comp"]);
    for words in [&["--frobnicate", "bad.comp"][..], &["-V", "nope.comp"], &["-G", "bad.comp"], &["-V"]] {
        let run = sandbox.run(&[&["glslang"], words].concat());
        assert_eq!((run.exit(), run.text()), (1, ""), "{words:?}");
        assert!(run.stderr.starts_with("error: glslang: "), "{}", run.stderr);
    }
}

#[test]
fn the_program_knows_its_other_name() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let mut command = std::process::Command::new(sandbox.program_named("glslangValidator"));
    let output = command.current_dir(sandbox.path("")).args(["-V", "a.comp", "-o", "a.spv"]).output().unwrap();
    assert!(output.status.success());
    assert!(fs::read(sandbox.path("a.spv")).unwrap().starts_with(&MAGIC));
}
