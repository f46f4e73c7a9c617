//! Command lines at random: whatever the words, the program ends with one of its exit codes, says something if it fails, and
//! leaves its inputs alone.

use super::{GOOD, Sandbox};

#[path = "../common/random.rs"]
mod generator;

/// Words of the three command lines, with the values that they take and some that they do not.
const WORDS: &[&[&str]] = &[
    &["glslc", "glslang", "compile", "check", "reflect", "batch", "litmus", "explain", "man", "completions"],
    &[
        "-c",
        "-S",
        "-E",
        "-M",
        "-MM",
        "-MD",
        "-MP",
        "-MF",
        "-MT",
        "-o",
        "-O",
        "-O0",
        "-Os",
        "-g",
        "-w",
        "-Werror",
        "-x",
        "glsl",
        "hlsl",
        "-std=450",
        "-std=",
        "-std=310es",
        "-mfmt=num",
        "-mfmt=c",
        "-mfmt=x",
        "-fshader-stage=comp",
        "-fshader-stage=",
        "--target-env=vulkan1.3",
        "--target-env=opengl",
        "--target-spv=spv1.6",
        "-fentry-point=f",
        "-fauto-bind-uniforms",
        "-fubo-binding-base",
        "-fmax-id-bound=3",
        "-flimit=MaxDrawBuffers 3",
        "-flimit=x",
        "-flimit-file",
        "-DA=1",
        "-D",
        "-D=",
        "-DA(x)=x",
        "-I",
        "-I.",
        "-",
        "--",
        "--help",
        "--version",
        "--show-limits",
    ],
    &[
        "-V",
        "-V100",
        "-l",
        "-H",
        "-G",
        "--depfile",
        "--vn",
        "name",
        "-e",
        "main",
        "--source-entrypoint",
        "--stdin",
        "-i",
        "-x",
        "--target-env",
        "vulkan1.2",
        "spirv1.5",
        "--client",
        "vulkan100",
        "--glsl-version",
        "460",
        "-P",
        "#define X 1",
        "-U",
        "-UX",
        "--quiet",
        "--nan-clamp",
        "--iy",
        "--amb",
        "--aml",
        "-R",
        "-C",
        "-d",
        "-q",
        "-t",
        "-v",
    ],
    &[
        "--emit",
        "spv",
        "spvasm",
        "hir",
        "preprocessed",
        "wgsl",
        "--stage",
        "comp",
        "vert",
        "--link",
        "--reflect",
        "r.json",
        "--strip",
        "--memory-model",
        "vulkan",
        "-W",
        "all",
        "race",
        "-A",
        "GS0600",
        "--no-lints",
        "--error-format",
        "json",
        "sarif",
        "gcc",
        "short",
        "--list",
        "--jobs",
        "0",
        "1",
        "99999999999",
        "--auto-bind-uniforms",
        "--dot",
    ],
    &[
        "a.comp",
        "b.comp",
        "a.vert",
        "missing.comp",
        "folder",
        "out.spv",
        "",
        " ",
        "é",
        "-é",
        "0",
        "-1",
        "=",
        "\u{1b}[31m",
        "a\nb",
    ],
];

#[test]
fn no_command_line_panics() {
    for seed in 0..250 {
        let mut random = generator::Random::new(seed);
        let sandbox =
            Sandbox::new(&[("a.comp", GOOD), ("b.comp", "#error x\n"), ("a.vert", "\u{0}\n"), ("folder/c.comp", GOOD)]);
        let command = *random.pick(&["glslc", "glslang", "compile", "compile", "check", "batch", "reflect", "litmus"]);
        let mut words = vec![command];
        for _ in 0..random.below(7) {
            let list = random.pick(WORDS);
            words.push(*random.pick::<&str>(list));
        }
        let run = sandbox.run(&words);
        let shown = || format!("seed {seed}: {words:?}: {:?}\n{}", run.code, run.stderr);
        // glslangValidator has 2 for errors in shaders; 3 and 101 are bugs.
        assert!(matches!(run.code, Some(0..=2)), "{}", shown());
        assert!(run.code == Some(0) || !run.stderr.is_empty() || command == "glslang", "{}", shown());
        assert!(!run.stderr.contains("panicked") && !run.stderr.contains('\u{1b}'), "{}", shown());
        assert_eq!(std::fs::read_to_string(sandbox.path("a.comp")).unwrap(), GOOD, "{}", shown());
        assert_eq!(std::fs::read_to_string(sandbox.path("b.comp")).unwrap(), "#error x\n", "{}", shown());
    }
}
