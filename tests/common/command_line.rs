//! Command lines at random, and what is promised about each: whatever the words, the program ends with one of its exit codes, says
//! something if it fails, and leaves its inputs alone.
//!
//! Comes in: a seed, or words, and a folder that may be filled. Must not depend on: the compiler, which runs as a program.

use std::path::Path;
use std::process::{Command, Stdio};

use super::random::Random;

/// The inputs in the folder: a shader, one with an error, and none.
const FILES: &[(&str, &str)] = &[
    ("a.comp", "#version 450\nlayout(local_size_x = 32) in;\nvoid main() {}\n"),
    ("b.comp", "#error x\n"),
    ("a.vert", "\u{0}\n"),
    ("folder/c.comp", "#version 450\nvoid main() {}\n"),
];

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

const COMMANDS: &[&str] = &["glslc", "glslang", "compile", "compile", "check", "batch", "reflect", "litmus"];

/// The words of a command line.
pub fn words(random: &mut Random) -> Vec<&'static str> {
    let mut words = vec![*random.pick(COMMANDS)];
    for _ in 0..random.below(7) {
        let list = random.pick(WORDS);
        words.push(*random.pick::<&str>(list));
    }
    words
}

/// Runs `program` with these words in a folder that is filled first.
pub fn check(program: &Path, folder: &Path, words: &[&str]) -> Result<(), String> {
    for (name, text) in FILES {
        let path = folder.join(name);
        let written =
            std::fs::create_dir_all(path.parent().unwrap_or(folder)).and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut command = Command::new(program);
    command.current_dir(folder).args(words).stdin(Stdio::null()).env_remove("NO_COLOR");
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    let wrong = |what: &str| Err(format!("{words:?} {what}; exit code {code:?}\n{stderr}"));
    // glslangValidator has 2 for errors in shaders; 3 and 101 are bugs.
    if !matches!(code, Some(0..=2)) {
        return wrong("ends in another way");
    }
    if code != Some(0) && stderr.is_empty() && words.first() != Some(&"glslang") {
        return wrong("fails without a word");
    }
    if stderr.contains("panicked") || stderr.contains('\u{1b}') {
        return wrong("writes what it must not");
    }
    for (name, text) in FILES {
        if std::fs::read_to_string(folder.join(name)).ok().as_deref() != Some(*text) {
            return wrong(&format!("changes {name}"));
        }
    }
    Ok(())
}
