//! The command line from the outside: exit codes, standard streams, files that a failed run leaves untouched.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What other test programs and the fuzzer use, too.
#[path = "../common"]
mod common {
    pub mod command_line;
    #[allow(dead_code)]
    pub mod random;
}

mod batch;
mod glslang;
mod glslc;
mod link;
#[cfg(feature = "lsp")]
mod lsp;
mod random;
mod sarif;

const GOOD: &str = "#version 450\nlayout(local_size_x = 32) in;\nvoid main() {}\n";
const BAD: &str = "#version 450\nvoid main() {\n    int first = one;\n    int second = two;\n}\n";
const MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];

/// A folder of its own for a test, and the program run in it.
struct Sandbox(tempfile::TempDir);

impl Sandbox {
    fn new(files: &[(&str, &str)]) -> Self {
        let sandbox = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = sandbox.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        sandbox
    }

    /// The program under another name: a link, because a copy may fail to start ("text file busy") while the process of another test
    /// still has it open.
    fn program_named(&self, name: &str) -> std::path::PathBuf {
        let program = self.path(&format!("{name}{}", std::env::consts::EXE_SUFFIX));
        #[cfg(unix)]
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_glslsub"), &program).unwrap();
        #[cfg(not(unix))]
        fs::copy(env!("CARGO_BIN_EXE_glslsub"), &program).unwrap();
        program
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_glslsub"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR");
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Run::of(child.wait_with_output().unwrap())
    }

    /// The names of everything in the folder, sorted.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

struct Run {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

impl Run {
    /// The exit code; nothing here is ended by a signal.
    fn exit(&self) -> i32 {
        self.code.unwrap()
    }

    fn of(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        Self { code: output.status.code(), stdout: output.stdout, stderr }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    #[track_caller]
    fn expect(&self, code: i32, in_stderr: &[&str]) {
        assert_eq!(self.code, Some(code), "stderr: {}", self.stderr);
        for part in in_stderr {
            assert!(self.stderr.contains(part), "`{part}` is not in: {}", self.stderr);
        }
        if in_stderr.is_empty() {
            assert_eq!(self.stderr, "");
        }
    }
}

fn is_spirv(path: &Path) -> bool {
    fs::read(path).unwrap().starts_with(&MAGIC)
}

#[test]
fn a_good_shader_gives_a_file_and_no_words() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let run = sandbox.run(&["compile", "a.comp", "-o", "out.spv"]);
    run.expect(0, &[]);
    assert_eq!(run.text(), "");
    assert!(is_spirv(&sandbox.path("out.spv")));
    assert_eq!(sandbox.names(), ["a.comp", "out.spv"]);
}

#[test]
fn output_names_follow_the_input() {
    let sandbox = Sandbox::new(&[("dir/a.comp", GOOD), ("b.comp.glsl", GOOD)]);
    sandbox.run(&["compile", "dir/a.comp", "b.comp.glsl"]).expect(0, &[]);
    assert_eq!(sandbox.names(), ["a.comp.spv", "b.comp.glsl", "b.comp.glsl.spv", "dir"]);
}

#[test]
fn a_folder_takes_the_outputs_of_several_inputs() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("dir/b.comp", GOOD), ("out/keep", "")]);
    sandbox.run(&["compile", "a.comp", "dir/b.comp", "-o", "out"]).expect(0, &[]);
    assert_eq!(sandbox.names(), ["a.comp", "dir", "out"]);
    assert!(is_spirv(&sandbox.path("out/a.comp.spv")) && is_spirv(&sandbox.path("out/b.comp.spv")));
    sandbox.run(&["compile", "a.comp", "--emit", "hir", "-o", "out"]).expect(0, &[]);
    assert!(sandbox.path("out/a.comp.hir").is_file());
}

/// Output of naga's back ends; without the feature the message names it.
#[test]
fn other_languages_come_from_naga() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    for (language, begin) in
        [("wgsl", "@compute"), ("msl", "#include <metal_stdlib>"), ("hlsl", "numthreads"), ("naga", "Module {")]
    {
        let run = sandbox.run(&["compile", "a.comp", "--emit", language]);
        if cfg!(feature = "naga") {
            run.expect(0, &[]);
            assert!(run.text().contains(begin), "{language}: {}", run.text());
        } else {
            run.expect(2, &["--features naga"]);
        }
    }
}

#[test]
fn messages_of_several_inputs_come_in_their_order() {
    let names: Vec<String> = (0..20).map(|number| format!("{number:02}.comp")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), if at % 3 == 0 { BAD } else { GOOD })).collect();
    let sandbox = Sandbox::new(&files);
    let arguments: Vec<&str> = ["compile", "-o", "."].into_iter().chain(names.iter().map(String::as_str)).collect();
    let run = sandbox.run(&arguments);
    run.expect(1, &["error: 2 errors in 00.comp"]);
    let wrong: Vec<String> = names.iter().step_by(3).map(|name| format!("error: 2 errors in {name}")).collect();
    let said: Vec<String> =
        run.stderr.lines().filter(|line| line.starts_with("error: 2 ")).map(str::to_owned).collect();
    assert_eq!(said, wrong);
    assert!(is_spirv(&sandbox.path("01.comp.spv")) && !sandbox.path("00.comp.spv").exists());
}

#[test]
fn errors_exit_with_one_and_leave_an_old_output_alone() {
    let sandbox = Sandbox::new(&[("bad.comp", BAD), ("out.spv", "old")]);
    let run = sandbox.run(&["compile", "bad.comp", "-o", "out.spv"]);
    run.expect(1, &["error[GS0200]", "bad.comp:3:17", "bad.comp:4:18", "error: 2 errors in bad.comp\n"]);
    assert_eq!(run.text(), "");
    assert_eq!(fs::read_to_string(sandbox.path("out.spv")).unwrap(), "old");
    assert_eq!(sandbox.names(), ["bad.comp", "out.spv"]);
}

#[test]
fn one_bad_input_does_not_stop_the_others() {
    let sandbox = Sandbox::new(&[("a.comp", BAD), ("b.comp", GOOD)]);
    sandbox.run(&["compile", "a.comp", "missing.comp", "b.comp"]).expect(1, &["2 errors in a.comp", "missing.comp"]);
    assert_eq!(sandbox.names(), ["a.comp", "b.comp", "b.comp.spv"]);
}

#[test]
fn standard_streams() {
    let sandbox = Sandbox::new(&[]);
    let run = sandbox.run_with_input(&["compile", "-", "--stage", "comp"], GOOD.as_bytes());
    run.expect(0, &[]);
    assert!(run.stdout.starts_with(&MAGIC));
    let run = sandbox.run_with_input(&["compile", "-", "-o", "x.spv", "--stage=compute"], GOOD.as_bytes());
    run.expect(0, &[]);
    assert!(is_spirv(&sandbox.path("x.spv")));
    let run = sandbox.run_with_input(&["compile", "--stage=comp", "-"], BAD.as_bytes());
    run.expect(1, &["<stdin>:3:17", "2 errors in <stdin>"]);
}

#[test]
fn the_stage_comes_from_option_pragma_or_suffix() {
    let pragma = "#version 450\n#pragma shader_stage(compute)\nvoid main() {}\n";
    let other = "#version 450\n#pragma shader_stage(mesh)\nvoid main() {}\n";
    let nonsense = "#version 450\n#pragma shader_stage(pixel)\nvoid main() {}\n";
    let sandbox = Sandbox::new(&[
        ("plain.glsl", GOOD),
        ("pragma.glsl", pragma),
        ("other.comp", other),
        ("nonsense.comp", nonsense),
        ("a.mesh", GOOD),
    ]);
    sandbox.run(&["compile", "pragma.glsl"]).expect(0, &[]);
    sandbox.run(&["compile", "plain.glsl", "--stage", "comp"]).expect(0, &[]);
    sandbox.run(&["compile", "plain.glsl"]).expect(1, &["GS0590", "`plain.glsl`", "--stage comp"]);
    sandbox.run(&["compile", "a.mesh"]).expect(1, &["GS0500", "`mesh shader` needs", "GL_EXT_mesh_shader"]);
    sandbox.run(&["compile", "other.comp"]).expect(1, &["GS0500", "`mesh shader` needs"]);
    sandbox.run(&["compile", "nonsense.comp"]).expect(1, &["GS0590", "`pixel`"]);
    sandbox.run(&["compile", "plain.glsl", "--stage", "mesh"]).expect(1, &["`mesh shader` needs"]);
}

#[test]
fn wrong_usage_exits_with_two() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("b.comp", GOOD)]);
    let cases: &[(&[&str], &str)] = &[
        (&["compile"], "<IN>"),
        (&["compile", "a.comp", "--emit", "wasm"], "wasm"),
        (&["compile", "a.comp", "--target-env", "vulkan2.0"], "vulkan1.4"),
        (&["compile", "a.comp", "--target-spv", "2.0"], "1.6"),
        (&["compile", "a.comp", "--target-env", "vulkan1.0", "--target-spv", "1.3"], "takes SPIR-V up to 1.0"),
        (&["compile", "a.comp", "--stage", "pixel"], "vert, tesc"),
        (&["compile", "a.comp", "-D", "1A"], "macro name"),
        (&["compile", "a.comp", "-U", "A=1"], "macro name"),
        (&["compile", "a.comp", "b.comp", "-o", "c.spv"], "a folder that exists"),
        (&["compile", "-", "-"], "once"),
        (&["compile", "a.comp", "--no-such-option"], "--no-such-option"),
        (&["frobnicate"], "frobnicate"),
        (&["explain", "GS9999"], "GS9999"),
    ];
    for (arguments, expected) in cases {
        sandbox.run(arguments).expect(2, &[expected]);
    }
    assert_eq!(sandbox.names(), ["a.comp", "b.comp"]);
}

#[test]
fn files_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("dir/x", "")]);
    sandbox.run(&["compile", "missing.comp"]).expect(1, &["cannot read `missing.comp`"]);
    sandbox.run(&["compile", "dir"]).expect(1, &["cannot read `dir`", "directory"]);
}

#[test]
fn files_that_cannot_be_written() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("dir/a.comp.spv/x", "")]);
    sandbox.run(&["compile", "a.comp", "-o", "dir"]).expect(1, &["cannot write `dir/a.comp.spv`", "directory"]);
    let run = sandbox.run(&["compile", "a.comp", "-o", "no/such/x.spv"]);
    run.expect(1, &["cannot write `no/such/x.spv`: "]);
    assert_eq!(sandbox.names(), ["a.comp", "dir"]);
}

#[cfg(unix)]
#[test]
fn devices_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("real.spv", "old")]);
    sandbox.run(&["compile", "a.comp", "-o", "/dev/null"]).expect(0, &[]);
    fs::set_permissions(sandbox.path("real.spv"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.spv", sandbox.path("link.spv")).unwrap();
    sandbox.run(&["compile", "a.comp", "-o", "link.spv"]).expect(0, &[]);
    assert!(is_spirv(&sandbox.path("real.spv")));
    assert!(fs::symlink_metadata(sandbox.path("link.spv")).unwrap().is_symlink());
    assert_eq!(fs::metadata(sandbox.path("real.spv")).unwrap().permissions().mode() & 0o777, 0o640);
    // So is the target of a link that leads nowhere, and a file with two names.
    symlink("missing.spv", sandbox.path("dangling.spv")).unwrap();
    sandbox.run(&["compile", "a.comp", "-o", "dangling.spv"]).expect(0, &[]);
    assert!(is_spirv(&sandbox.path("missing.spv")));
    assert!(fs::symlink_metadata(sandbox.path("dangling.spv")).unwrap().is_symlink());
    fs::write(sandbox.path("hard.spv"), "old").unwrap();
    fs::hard_link(sandbox.path("hard.spv"), sandbox.path("name.spv")).unwrap();
    sandbox.run(&["compile", "a.comp", "-o", "hard.spv"]).expect(0, &[]);
    assert!(is_spirv(&sandbox.path("name.spv")));
    // A new file has the usual default permissions.
    sandbox.run(&["compile", "a.comp", "-o", "new.spv"]).expect(0, &[]);
    fs::write(sandbox.path("plain"), "").unwrap();
    let mode = |name| fs::metadata(sandbox.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("new.spv"), mode("plain"));
    let read_only = fs::Permissions::from_mode(0o444);
    fs::set_permissions(sandbox.path("real.spv"), read_only).unwrap();
    sandbox.run(&["compile", "a.comp", "-o", "real.spv"]).expect(1, &["read-only"]);
}

/// Otherwise the first files that the program opens would be its standard streams.
#[cfg(target_os = "linux")]
#[test]
fn standard_streams_that_are_closed_are_opened() {
    let sandbox = Sandbox::new(&[]);
    let script = "exec \"$0\" compile --stage comp --emit preprocessed -o empty /proc/self/fd/2 2>&-";
    let mut command = Command::new("sh");
    command.current_dir(sandbox.0.path()).args(["-c", script, env!("CARGO_BIN_EXE_glslsub")]);
    Run::of(command.output().unwrap()).expect(0, &[]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_there() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("old.spv", "old"), ("long.spv", &"long".repeat(1000))]);
    let compile = |output: &str, limit: &str| {
        // A limit on the size of files, here in blocks of 512 bytes, which fails like a full disk.
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" compile a.comp -o {output}");
        let mut command = Command::new("sh");
        command.current_dir(sandbox.0.path()).args(["-c", &script, env!("CARGO_BIN_EXE_glslsub")]);
        Run::of(command.output().unwrap())
    };
    compile("new.spv", "0").expect(1, &["cannot write `new.spv`"]);
    compile("old.spv", "0").expect(1, &["cannot write `old.spv`"]);
    assert_eq!(sandbox.names(), ["a.comp", "long.spv", "old.spv"]);
    assert_eq!(fs::read(sandbox.path("old.spv")).unwrap(), b"old");
    for output in ["new.spv", "old.spv", "long.spv"] {
        compile(output, "unlimited").expect(0, &[]);
    }
    let written = fs::read(sandbox.path("new.spv")).unwrap();
    assert!(fs::read(sandbox.path("old.spv")).unwrap() == written);
    assert!(fs::read(sandbox.path("long.spv")).unwrap() == written);
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_the_old_file_whole() {
    let long = format!("{GOOD}{}", "int a;\n".repeat(1000));
    let sandbox = Sandbox::new(&[("a.comp", &long), ("old", "short")]);
    // The signal that comes with the limit ends the process in the middle of writing.
    let script = "ulimit -f 1; exec \"$0\" compile a.comp --emit preprocessed -o old";
    let mut command = Command::new("sh");
    command.current_dir(sandbox.0.path()).args(["-c", script, env!("CARGO_BIN_EXE_glslsub")]);
    assert_eq!(command.output().unwrap().status.code(), None);
    assert_eq!(fs::read_to_string(sandbox.path("old")).unwrap(), "short");
}

#[cfg(unix)]
#[test]
fn runs_at_once_leave_the_output_of_one() {
    let larger = GOOD.replace("{}", "{ barrier(); }");
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("b.comp", &larger)]);
    sandbox.run(&["compile", "a.comp", "b.comp"]).expect(0, &[]);
    let wanted = ["a.comp.spv", "b.comp.spv"].map(|name| fs::read(sandbox.path(name)).unwrap());
    fs::write(sandbox.path("hard"), "").unwrap();
    fs::hard_link(sandbox.path("hard"), sandbox.path("other name")).unwrap();
    for _ in 0..5 {
        let inputs = ["a.comp", "b.comp", "a.comp", "b.comp", "a.comp", "b.comp"];
        let children: Vec<_> =
            inputs.iter().map(|it| sandbox.command(&["compile", it, "-o", "out"]).spawn().unwrap()).collect();
        assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
        assert!(wanted.contains(&fs::read(sandbox.path("out")).unwrap()));
        // A file with two names is written in place; the same bytes at the same places.
        let children: Vec<_> =
            (0..4).map(|_| sandbox.command(&["compile", "b.comp", "-o", "hard"]).spawn().unwrap()).collect();
        assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
        assert_eq!(fs::read(sandbox.path("other name")).unwrap(), wanted[1]);
        fs::write(sandbox.path("hard"), "").unwrap();
    }
    assert_eq!(sandbox.names(), ["a.comp", "a.comp.spv", "b.comp", "b.comp.spv", "hard", "other name", "out"]);
}

#[test]
fn no_output_destroys_an_input() {
    let including = "#version 450\n#include \"a.glsl\"\nvoid main() {}\n";
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("b.comp", including), ("a.glsl", "int x;\n"), ("dir/keep", "")]);
    let unharmed = |arguments: &[&str], message: &str| {
        sandbox.run(arguments).expect(2, &[message]);
        assert_eq!(fs::read_to_string(sandbox.path("a.comp")).unwrap(), GOOD);
    };
    unharmed(&["compile", "a.comp", "-o", "a.comp"], "the output `a.comp` would replace the input `a.comp`");
    unharmed(&["compile", "a.comp", "-o", "dir/../a.comp"], "would replace the input `a.comp`");
    unharmed(
        &["compile", "b.comp", "-o", "a.glsl"],
        "the output `a.glsl` would replace a file that the shader includes",
    );
    assert_eq!(fs::read_to_string(sandbox.path("a.glsl")).unwrap(), "int x;\n");
    unharmed(&["compile", "a.comp", "--depfile", "a.comp"], "the output `a.comp` would replace the input `a.comp`");
    unharmed(&["compile", "a.comp", "--reflect", "a.comp"], "the output `a.comp` would replace the input `a.comp`");
    unharmed(&["compile", "a.comp", "-o", "x", "--depfile", "x"], "two outputs would be written to `x`");
    unharmed(&["compile", "a.comp", "--reflect", "x", "--depfile", "x"], "two outputs would be written to `x`");
    sandbox
        .run(&["compile", "b.comp", "-o", "x", "--depfile", "a.glsl"])
        .expect(2, &["a file that the shader includes"]);
    sandbox
        .run(&["compile", "b.comp", "-o", "x", "--reflect", "a.glsl"])
        .expect(2, &["a file that the shader includes"]);
    sandbox.run(&["glslang", "-V", "a.comp", "--depfile", "a.comp"]).expect(1, &["would replace the input `a.comp`"]);
    assert_eq!(fs::read_to_string(sandbox.path("a.comp")).unwrap(), GOOD);
    assert_eq!(fs::read_to_string(sandbox.path("a.glsl")).unwrap(), "int x;\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../a.comp", sandbox.path("dir/link")).unwrap();
        fs::hard_link(sandbox.path("a.comp"), sandbox.path("hard")).unwrap();
        unharmed(&["compile", "a.comp", "-o", "dir/link"], "would replace the input `a.comp`");
        unharmed(&["compile", "dir/link", "-o", "hard"], "would replace the input `dir/link`");
        std::os::unix::fs::symlink("../a.comp", sandbox.path("dir/b.comp.spv")).unwrap();
        unharmed(&["compile", "b.comp", "a.comp", "-o", "dir"], "would replace the input `a.comp`");
    }
}

#[test]
fn what_correct_code_does_is_noted_on_request() {
    let sandbox = Sandbox::new(&[("a.comp", "#version 450\n#if FAST\n#endif\nvoid main() {}\n")]);
    assert_eq!(sandbox.run(&["compile", "a.comp"]).stderr, "");
    sandbox.run(&["compile", "a.comp", "-Wall"]).expect(0, &["note[GS0021]"]);
    assert_eq!(sandbox.run(&["compile", "a.comp", "-Wall", "-A", "GS0021"]).stderr, "");
    sandbox.run(&["compile", "a.comp", "-W", "some"]).expect(2, &["possible values: all"]);
}

#[test]
fn lints_are_chosen_by_name() {
    let text = "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) readonly buffer In { uint data[]; };\n\
                void main() {\n    if (gl_LocalInvocationIndex < 32) barrier();\n    if (data[gl_LocalInvocationIndex] > 1) barrier();\n}\n";
    let sandbox = Sandbox::new(&[("a.comp", text)]);
    let count = |arguments: &[&str]| {
        let run = sandbox.run(&[&["compile", "a.comp"], arguments].concat());
        run.stderr.matches("warning[GS2000]").count()
    };
    assert_eq!(count(&[]), 1);
    assert_eq!(count(&["-W", "all"]), 2);
    assert_eq!(count(&["-W", "race"]), 1);
    assert_eq!(count(&["--no-lints", "-W", "divergent-barrier"]), 2);
    assert_eq!(count(&["--no-lints"]), 0);
    assert_eq!(count(&["-A", "divergent-barrier"]), 0);
    assert_eq!(sandbox.run(&["glslc", "a.comp", "-o", "a.spv"]).stderr, "", "drop-in programs say what the others do");
    assert_eq!(sandbox.run(&["glslang", "-V", "a.comp", "-o", "a.spv"]).stderr, "");
    let list = sandbox.run(&["explain", "--list"]);
    list.expect(0, &[]);
    assert!(list.text().contains("GS2000  divergent-barrier"), "{}", list.text());
    assert!(sandbox.run(&["explain", "divergent-barrier"]).text().starts_with("GS2000: "));
}

#[test]
fn no_output_destroys_another() {
    let sandbox = Sandbox::new(&[("x/s.comp", GOOD), ("y/s.comp", GOOD), ("out/keep", "")]);
    let message = "`x/s.comp` and `y/s.comp` would both be written to `out/s.comp.spv`";
    sandbox.run(&["compile", "x/s.comp", "y/s.comp", "-o", "out"]).expect(2, &[message]);
    sandbox.run(&["compile", "x/s.comp", "y/s.comp"]).expect(2, &["would both be written to `s.comp.spv`"]);
    fs::write(sandbox.path("out/s.comp.spv"), "old").unwrap();
    sandbox.run(&["compile", "x/s.comp", "y/s.comp", "-o", "out"]).expect(2, &[message]);
    assert_eq!(fs::read(sandbox.path("out/s.comp.spv")).unwrap(), b"old");
    assert_eq!(sandbox.names(), ["out", "x", "y"]);
    sandbox.run(&["compile", "x/s.comp", "y/s.comp", "--emit", "hir"]).expect(0, &[]);
}

#[test]
fn standard_input_is_never_cut() {
    let mut text = GOOD.as_bytes().to_vec();
    text.resize((1 << 28) + 1, b'\n');
    let sandbox = Sandbox::new(&[]);
    let run = sandbox.run_with_input(&["compile", "-", "--stage", "comp"], &text);
    run.expect(1, &["cannot read standard input: it is larger than 256 MiB"]);
    assert_eq!(run.stdout, b"");
}

#[cfg(unix)]
#[test]
fn time_and_memory_have_limits() {
    let endless = format!(
        "#version 450\nlayout(binding = 0) buffer B {{ int b[]; }};\nvoid main() {{\n{}}}\n",
        "b[0] = b[1];\n".repeat(400_000)
    );
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("large.comp", &endless)]);
    sandbox.run(&["compile", "a.comp", "--max-seconds", "60", "--max-memory", "1000"]).expect(0, &[]);
    sandbox.run(&["compile", "large.comp", "--max-memory", "20"]).expect(1, &["more than 20 MiB", "--max-memory"]);
    sandbox.run(&["check", "large.comp", "--max-memory", "20"]).expect(1, &["more than 20 MiB"]);
    assert!(!sandbox.path("large.comp.spv").exists());
    sandbox.run(&["compile", "a.comp", "--max-seconds", "0"]).expect(2, &["--max-seconds"]);
    sandbox.run(&["compile", "a.comp", "--max-seconds", "1", "--watch"]).expect(2, &["--watch"]);
    // Nobody writes anything.
    let mut silent = sandbox.command(&["compile", "-", "--stage=comp", "--max-seconds", "1"]);
    let mut child = silent.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _kept_open = child.stdin.take();
    Run::of(child.wait_with_output().unwrap()).expect(1, &["not done after 1 s"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_an_input() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let pipe = sandbox.path("pipe.comp");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, GOOD).unwrap());
    sandbox.run(&["compile", "pipe.comp", "-o", "pipe.spv", "--max-seconds", "60"]).expect(0, &[]);
    writer.join().unwrap();
    sandbox.run(&["compile", "a.comp", "-o", "a.spv"]).expect(0, &[]);
    assert_eq!(fs::read(sandbox.path("pipe.spv")).unwrap(), fs::read(sandbox.path("a.spv")).unwrap());
}

#[test]
fn names_of_any_length_give_short_messages() {
    let name = "a".repeat(8 << 20);
    let text = format!("#version 450\nvoid main() {{ {name} = 1; }}\n");
    let sandbox = Sandbox::new(&[("a.comp", &text), ("b.comp", &format!("#version 450\n#error {name}\n"))]);
    for format in ["human", "short", "gcc"] {
        for file in ["a.comp", "b.comp"] {
            let run = sandbox.run(&["compile", file, "--error-format", format]);
            run.expect(1, &["aaa"]);
            assert!(run.stderr.len() < 5_000, "{file}, {format}: {} bytes", run.stderr.len());
        }
    }
}

#[test]
fn file_names_cannot_forge_messages() {
    let name = "a\nerror: forged\u{1b}[2J.comp";
    let sandbox = Sandbox::new(&[
        (name, &format!("#error \u{1b}[31m\n{BAD}")),
        ("b.comp", "#version 450\n#line 0\nint a = b;\n"),
    ]);
    for format in ["human", "short"] {
        let run = sandbox.run(&["compile", name, "b.comp", "x\ny", "--error-format", format]);
        run.expect(1, &["a\\nerror: forged\\u{1b}[2J.comp:", "b.comp:0:9", "`x\\ny`"]);
        assert!(!run.stderr.contains(|it: char| it.is_control() && it != '\n'), "{}", run.stderr);
        assert!(!run.stderr.contains("\nerror: forged"), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let mut child = sandbox
        .command(&["compile", "a.comp", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    Run::of(child.wait_with_output().unwrap()).expect(0, &[]);
}

#[test]
fn macros_in_the_order_in_which_they_stand() {
    let text = "#version 450\n#ifdef A\nint a = A;\n#else\nint none;\n#endif\n";
    let sandbox = Sandbox::new(&[("a.comp", text)]);
    let lines = |macros: &[&str]| {
        let run = sandbox.run(&[&["compile", "a.comp", "--emit", "preprocessed"], macros].concat());
        run.expect(0, &[]);
        run.text().lines().last().unwrap().to_owned()
    };
    assert_eq!(lines(&[]), "int none;");
    assert_eq!(lines(&["-DA"]), "int a = 1;");
    assert_eq!(lines(&["-D", "A=2 + 3"]), "int a = 2 + 3;");
    assert_eq!(lines(&["-DA=7", "-UA"]), "int none;");
    assert_eq!(lines(&["-UA", "-DA=7"]), "int a = 7;");
    assert_eq!(lines(&["-D", "A=B", "-D", "B=9"]), "int a = 9;");
}

#[test]
fn includes_next_to_the_file_then_along_the_path() {
    let sandbox = Sandbox::new(&[
        ("sub/main.comp", "#version 450\n#include \"a.glsl\"\n#include <b.glsl>\nvoid main() {}\n"),
        ("sub/a.glsl", "int near;\n"),
        ("one/a.glsl", "int far;\n"),
        ("one/b.glsl", "#pragma once\nint first;\n#include \"../one/b.glsl\"\n"),
        ("two/b.glsl", "int second;\n"),
        ("lost.comp", "#version 450\n#include \"nowhere.glsl\"\nvoid main() { nowhere(); }\n"),
    ]);
    let run = sandbox.run(&["compile", "sub/main.comp", "--emit", "preprocessed", "-I", "one", "-Itwo"]);
    run.expect(0, &[]);
    for (name, there) in [("near", true), ("far", false), ("first", true), ("second", false)] {
        assert_eq!(run.text().contains(name), there, "{name} in {}", run.text());
    }
    assert_eq!(run.text().matches("int first").count(), 1);
    let run = sandbox.run(&["compile", "lost.comp", "-I", "one"]);
    run.expect(1, &["lost.comp:2:", "nowhere.glsl", "`.`, `one`", "1 error in lost.comp"]);
}

#[test]
fn each_kind_of_output() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let emit = |kind: &str| {
        let run = sandbox.run(&["compile", "a.comp", "--emit", kind]);
        run.expect(0, &[]);
        run.text().to_owned()
    };
    assert!(emit("spvasm").contains("OpEntryPoint GLCompute"));
    assert!(emit("hir").starts_with("entry_point compute main, workgroup_size 32 1 1\n"));
    assert!(emit("preprocessed").contains("void main()"));
    assert_eq!(sandbox.names(), ["a.comp"]);
    sandbox.run(&["compile", "a.comp", "--emit", "hir", "-o", "a.hir"]).expect(0, &[]);
    assert!(fs::read_to_string(sandbox.path("a.hir")).unwrap().starts_with("entry_point"));
}

/// rspirv reports on standard error that it has no table of such a set.
#[test]
fn a_listing_with_an_unknown_instruction_set_prints_nothing_else() {
    const OWN_SET: &str = "#version 450\n#extension GL_EXT_spirv_intrinsics : require\n\
        layout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { float x; };\n\
        spirv_instruction(set = \"Own.Set.1\", id = 7) float own(float a);\nvoid main() { x = own(x); }\n";
    let sandbox = Sandbox::new(&[("a.comp", OWN_SET)]);
    let run = sandbox.run(&["compile", "a.comp", "--emit", "spvasm"]);
    assert_eq!(run.stderr, "");
    let import = run.text().lines().find(|line| line.contains("OpExtInstImport \"Own.Set.1\"")).unwrap();
    let set = import.split(' ').next().unwrap();
    assert!(run.text().contains(&format!("OpExtInst  %5  {set} 7 ")), "{}", run.text());
}

#[test]
fn target_and_names() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD)]);
    let version = |arguments: &[&str]| {
        let run = sandbox.run(&[&["compile", "a.comp", "-o", "-"], arguments].concat());
        run.expect(0, &[]);
        run.stdout[5]
    };
    assert_eq!(version(&[]), 3);
    assert_eq!(version(&["--target-env", "vulkan1.0"]), 0);
    assert_eq!(version(&["--target-env=vulkan1.2"]), 5);
    assert_eq!(version(&["--target-env=vulkan1.3", "--target-spv=spv1.4"]), 4);
    let assembly = |arguments: &[&str]| {
        let run = sandbox.run(&[&["compile", "a.comp", "--emit", "spvasm"], arguments].concat());
        run.text().to_owned()
    };
    assert!(assembly(&[]).contains("OpName"));
    assert!(!assembly(&["--strip"]).contains("OpName"));
    assert!(!assembly(&[]).contains("OpLine"));
    for debug in ["-g", "-g=lines", "--debug-info", "--debug-info=lines"] {
        assert!(assembly(&[debug]).contains("OpString \"a.comp\""), "{debug}");
        assert!(assembly(&[debug]).contains("OpLine"), "{debug}");
    }
    let described = |option: &str| ["DebugFunction ", "#version"].map(|word| assembly(&[option]).contains(word));
    assert_eq!(["-g=full", "-gVS"].map(described), [[true, true]; 2]);
    assert_eq!(["-g=full-without-text", "-gV"].map(described), [[true, false]; 2]);
    sandbox.run(&["compile", "a.comp", "-g", "--strip"]).expect(2, &["--strip"]);
    sandbox.run(&["compile", "a.comp", "-g=some"]).expect(2, &["some"]);
}

#[test]
fn reflection_goes_where_it_is_asked_to() {
    let sandbox = Sandbox::new(&[("a.comp", GOOD), ("bad.comp", BAD), ("a.nvcp", "!!NVcp5.0\nGROUP_SIZE 8;\nEND\n")]);
    let run = sandbox.run(&["reflect", "a.comp"]);
    run.expect(0, &[]);
    assert!(run.text().starts_with("{\n  \"stage\": \"compute\""), "{}", run.text());
    assert!(run.text().contains("\"vulkan\": \"1.1\""), "{}", run.text());
    let text = run.text().to_owned();
    sandbox.run(&["reflect", "-O", "a.comp", "-o", "a.json"]).expect(0, &[]);
    assert_eq!(std::fs::read_to_string(sandbox.path("a.json")).unwrap(), text);
    sandbox.run(&["compile", "a.comp", "-o", "a.spv", "--reflect", "b.json"]).expect(0, &[]);
    assert_eq!(std::fs::read_to_string(sandbox.path("b.json")).unwrap(), text);
    assert_eq!(sandbox.run(&["compile", "a.comp", "--emit", "reflection"]).text(), text);
    assert!(sandbox.run(&["reflect", "a.comp", "--target-env=vulkan1.3"]).text().contains("\"vulkan\": \"1.3\""));
    sandbox.run(&["reflect", "bad.comp"]).expect(1, &["GS0200"]);
    sandbox.run(&["reflect", "a.comp", "-o", "a.comp"]).expect(2, &["a.comp"]);
    // Assembly has a form of its own.
    assert!(sandbox.run(&["reflect", "a.nvcp"]).text().starts_with('{'));
}

#[test]
fn input_that_is_not_text() {
    let sandbox = Sandbox::new(&[]);
    let comment = b"#version 450\n// caf\xe9\nvoid main() {}\n";
    sandbox.run_with_input(&["compile", "-", "--stage=comp"], comment).expect(0, &[]);
    let code = b"#version 450\nvoid main() { int a\xff; }\n";
    sandbox.run_with_input(&["compile", "-", "--stage=comp"], code).expect(1, &["GS0001"]);
    let noise: Vec<u8> = (0..=255).cycle().take(4096).collect();
    let run = sandbox.run_with_input(&["compile", "-", "--stage=comp"], &noise);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let run = sandbox.run_with_input(&["compile", "-", "--stage=comp"], b"");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
}

#[test]
fn formats_and_colours() {
    let sandbox = Sandbox::new(&[("bad.comp", BAD)]);
    let run = sandbox.run(&["compile", "bad.comp", "--error-format", "short"]);
    assert_eq!(run.stderr.lines().count(), 3, "{}", run.stderr);
    assert!(run.stderr.starts_with("bad.comp:3:17: error[GS0200]: "), "{}", run.stderr);
    assert!(!sandbox.run(&["compile", "bad.comp"]).stderr.contains('\x1b'));
    assert!(sandbox.run(&["compile", "bad.comp", "--color", "always"]).stderr.contains('\x1b'));
}

#[test]
fn memory_models_and_allowed_warnings() {
    let text = "#version 450\n#extension GL_KHR_memory_scope_semantics : require\nvoid main() {\n    \
                memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelease);\n}\n";
    let sandbox = Sandbox::new(&[("a.comp", text)]);
    let listing = |arguments: &[&str]| {
        let run = sandbox.run(&[&["compile", "a.comp", "--emit", "spvasm"], arguments].concat());
        (run.stderr.contains("GS0740"), run.text().contains("OpMemoryModel Logical Vulkan"))
    };
    assert_eq!(listing(&[]), (true, true));
    assert_eq!(listing(&["-A", "GS0740"]), (false, true));
    assert_eq!(listing(&["--memory-model", "vulkan"]), (false, true));
    sandbox.run(&["compile", "a.comp", "--memory-model", "glsl450"]).expect(1, &["GS0741"]);
    sandbox.run(&["compile", "a.comp", "-A", "nothing"]).expect(2, &["GS0602"]);
    let matrix = "#version 450\n#extension GL_KHR_cooperative_matrix : require\nlayout(local_size_x = 32) in;\n\
                  layout(binding = 0) buffer Data { float data[]; };\nvoid main() {\n    \
                  coopMatStore(coopmat<float, 3, 16, 16, 0>(1.0), data, 0, 16, 0);\n}\n";
    let sandbox = Sandbox::new(&[("matrix.comp", matrix)]);
    sandbox.run(&["compile", "matrix.comp"]).expect(0, &[]);
    sandbox.run(&["compile", "matrix.comp", "--memory-model", "glsl450"]).expect(1, &["GS0741", "`coopmat` needs"]);
}

#[test]
fn litmus_kernels_are_explored() {
    let kernel = |qualifier: &str| {
        format!(
            "#version 450\nlayout(local_size_x = 2) in;\nlayout(binding = 0) buffer Data {{ {qualifier} uint x; uint r; }};\n\
             void main() {{\n    if (gl_LocalInvocationIndex == 0u) {{ atomicExchange(x, 7u); }} else {{ r = x; }}\n}}\n"
        )
    };
    let fine = kernel("coherent").replace("r = x", "r = atomicAdd(x, 0u)");
    let sandbox = Sandbox::new(&[
        ("race.comp", &kernel("coherent")),
        ("fine.comp", &fine),
        ("a.frag", "#version 450\nvoid main() {}\n"),
    ]);
    let run = sandbox.run(&["litmus", "fine.comp", "--init", "x=3"]);
    run.expect(0, &[]);
    assert!(run.text().starts_with("no race\n  x = 7, r = 3\n  x = 7, r = 7\n\n"), "{}", run.text());
    sandbox.run(&["litmus", "race.comp"]).expect(1, &["GS2900", "data race on `x`", "invocation 0"]);
    let json = sandbox.run(&["litmus", "race.comp", "--format", "json", "--error-format", "json"]);
    let value: serde_json::Value = serde_json::from_str(json.text()).unwrap();
    assert_eq!((&value["verdict"], &value["race"]["location"]), (&"race".into(), &"x".into()));
    assert_eq!(value["race"]["accesses"][1]["line"], 5);
    let drawn = sandbox.run(&["litmus", "race.comp", "--dot"]);
    assert!(drawn.text().starts_with("digraph execution {") && drawn.text().contains("race"), "{}", drawn.text());
    sandbox.run(&["litmus", "fine.comp", "--init", "y=3"]).expect(1, &["GS2901", "`--init` names `y`"]);
    sandbox.run(&["litmus", "fine.comp", "--workgroups", "4"]).expect(1, &["GS2902", "8 invocations"]);
    sandbox.run(&["litmus", "fine.comp", "--executions", "1"]).expect(1, &["GS2902"]);
    sandbox.run(&["litmus", "a.frag"]).expect(1, &["only compute shaders"]);
    sandbox.run(&["litmus", "missing.comp"]).expect(1, &["cannot read"]);
    sandbox.run(&["litmus", "fine.comp", "--init", "x"]).expect(2, &["NAME=VALUE"]);
}

#[test]
fn help_version_and_explain() {
    let sandbox = Sandbox::new(&[]);
    let run = sandbox.run(&["--version"]);
    run.expect(0, &[]);
    assert_eq!(run.text(), format!("glslsub {}\n", env!("CARGO_PKG_VERSION")));
    assert!(sandbox.run(&["compile", "--help"]).text().contains("--target-env"));
    for code in ["GS0200", "gs0200", "200"] {
        let run = sandbox.run(&["explain", code]);
        run.expect(0, &[]);
        assert!(run.text().starts_with("GS0200: "));
    }
}

#[test]
fn what_is_known_can_be_asked() {
    let sandbox = Sandbox::new(&[]);
    for prefix in [&[][..], &["glslc"]] {
        let run = |words: &[&str]| sandbox.run(&[prefix, words].concat());
        let extensions = run(&["--print=extensions"]);
        assert!(extensions.text().lines().any(|it| it == "GL_KHR_cooperative_matrix"));
        assert!(run(&["--print=targets"]).text().starts_with("vulkan1.0\nvulkan1.1\n"));
        assert!(run(&["--print=capabilities"]).text().lines().any(|it| it == "GroupNonUniformArithmetic"));
        assert_eq!(run(&["--supports", "GL_KHR_cooperative_matrix"]).exit(), 0);
        assert_eq!(run(&["--supports", "GL_NOT_THERE"]).exit(), 1);
        assert_ne!(run(&["--print=weather"]).exit(), 0);
    }
}

#[test]
fn diagnostics_for_programs() {
    let sandbox = Sandbox::new(&[("bad.comp", BAD), ("a.comp", GOOD)]);
    let run = |format: &str, input: &str| sandbox.run(&["compile", input, "--error-format", format, "-o", "out.spv"]);
    insta::assert_snapshot!("error_format_json", run("json", "bad.comp").stderr);
    insta::assert_snapshot!("error_format_sarif", run("sarif", "bad.comp").stderr);
    insta::assert_snapshot!("error_format_gcc", run("gcc", "bad.comp").stderr);
    assert_eq!(run("json", "a.comp").stderr, "");
    assert!(run("sarif", "a.comp").stderr.contains("\"results\": []"));
}
