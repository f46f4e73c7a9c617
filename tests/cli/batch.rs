//! `glslsub batch`, dependency files of `compile`, and `--watch`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use super::{BAD, GOOD, Sandbox, is_spirv};

const SIZED: &str = "#version 450\n#include \"size.h\"\nlayout(local_size_x = SIZE * N) in;\nvoid main() {}\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[("in/a.comp", GOOD), ("in/post/b.comp", SIZED), ("in/post/size.h", "#define SIZE 8\n")])
}

/// The files below a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|it| it.unwrap().path()));
        } else {
            files.push(path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
    files.sort();
    files
}

#[test]
fn sources_times_variants_times_targets() {
    let sandbox = sandbox();
    let line = ["batch", "in", "-o", "out", "--variant", "one:N=1", "--variant", "two:N=2,FLAG"];
    let run = sandbox.run(&[&line[..], &["--targets", "vulkan1.1,vulkan1.3", "--depfile", "out.d"]].concat());
    run.expect(0, &["compiled 8 shaders in ", " s: 8 files written, 0 up to date\n"]);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    let expected = [
        "a.comp.one.vulkan1.1.spv",
        "a.comp.one.vulkan1.3.spv",
        "a.comp.two.vulkan1.1.spv",
        "a.comp.two.vulkan1.3.spv",
        "post/b.comp.one.vulkan1.1.spv",
        "post/b.comp.one.vulkan1.3.spv",
        "post/b.comp.two.vulkan1.1.spv",
        "post/b.comp.two.vulkan1.3.spv",
    ];
    assert_eq!(files(&sandbox.path("out")), expected);
    let words = |name: &str| fs::read(sandbox.path("out").join(name)).unwrap();
    assert_ne!(words(expected[4]), words(expected[5]), "SPIR-V 1.3 and 1.6");
    assert_ne!(words(expected[4]), words(expected[6]), "8 and 16 invocations");
    let rules = fs::read_to_string(sandbox.path("out.d")).unwrap();
    assert_eq!(rules.lines().count(), 8);
    assert!(rules.contains("out/post/b.comp.two.vulkan1.3.spv: in/post/b.comp in/post/size.h\n"), "{rules}");
}

#[test]
fn what_is_right_already_is_not_written() {
    let sandbox = sandbox();
    let line = ["batch", "in", "-o", "out", "-DN=1", "-j", "3"];
    sandbox.run(&line).expect(0, &["compiled 2 shaders in ", "2 files written, 0 up to date"]);
    let time = |name: &str| fs::metadata(sandbox.path(name)).unwrap().modified().unwrap();
    let before = time("out/a.comp.spv");
    fs::write(sandbox.path("in/post/size.h"), "#define SIZE 16\n").unwrap();
    sandbox.run(&line).expect(0, &["1 file written, 1 up to date"]);
    assert_eq!(time("out/a.comp.spv"), before);
    // The bytes are those of `compile`, with any number of threads.
    sandbox.run(&["compile", "-DN=1", "in/post/b.comp", "-o", "b.spv"]).expect(0, &[]);
    assert_eq!(fs::read(sandbox.path("b.spv")).unwrap(), fs::read(sandbox.path("out/post/b.comp.spv")).unwrap());
    sandbox.run(&[&line[..], &["--quiet"]].concat()).expect(0, &[]);
}

#[test]
fn a_list_has_a_shader_a_line() {
    let sandbox = sandbox();
    let list =
        "# two of one\nin/post/b.comp -DN=1 -o one/b.spv\n\nin/post/b.comp -D N=2 -U X -o 'two b.spv'\nin/a.comp\n";
    fs::write(sandbox.path("list"), list).unwrap();
    sandbox.run(&["batch", "--list", "list", "-o", "out"]).expect(0, &["compiled 3 shaders"]);
    assert_eq!(files(&sandbox.path("out")), ["a.comp.spv", "one/b.spv", "two b.spv"]);
    sandbox.run(&["batch", "--list", "list", "-o", "v", "--variant", "x", "-q"]).expect(0, &[]);
    assert_eq!(files(&sandbox.path("v")), ["a.comp.x.spv", "one/b.x.spv", "two b.x.spv"]);
    for (line, expected) in [
        ("in/a.comp -O", "list:1: `-O`: a line has a shader, -D, -U and -o"),
        ("\nin/a.comp in/a.comp", "list:2: a line has one shader"),
        ("-DX", "list:1: there is no shader in this line"),
        ("in/a.comp -o", "list:1: `-o` needs a value"),
        ("in/a.comp -D1", "list:1: a macro name is"),
    ] {
        fs::write(sandbox.path("list"), line).unwrap();
        sandbox.run(&["batch", "--list", "list", "-o", "out"]).expect(2, &[expected]);
    }
}

#[test]
fn all_errors_are_reported_in_order_and_the_good_ones_are_written() {
    let sandbox = sandbox();
    for name in ["c", "d", "e"] {
        fs::write(sandbox.path(&format!("in/{name}.comp")), BAD).unwrap();
    }
    let run = sandbox.run(&["batch", "in", "-o", "out", "-DN=1", "--depfile", "out.d"]);
    run.expect(1, &["error: 3 of 5 shaders failed: 6 errors; 2 files written, 0 up to date\n"]);
    let places: Vec<usize> =
        ["in/c.comp:3", "in/d.comp:3", "in/e.comp:3"].map(|it| run.stderr.find(it).unwrap()).to_vec();
    assert!(places.is_sorted());
    assert!(is_spirv(&sandbox.path("out/a.comp.spv")) && !sandbox.path("out/c.comp.spv").exists());
    assert!(!sandbox.path("out.d").exists(), "a rule would say that all is up to date");
    // Programs get nothing but diagnostics.
    let json = sandbox.run(&["batch", "in", "-o", "out", "-DN=1", "--error-format", "json"]);
    assert!(json.stderr.lines().all(|line| line.starts_with('{')), "{}", json.stderr);
}

#[test]
fn wrong_batches_write_nothing() {
    let sandbox = sandbox();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["in"], 2, "--output"),
        (&["-o", "out"], 2, "<IN>"),
        (&["in", "in/a.comp", "-o", "out"], 2, "would both be written to"),
        (&["in", "-o", "out", "--variant", "a/b"], 2, "the name of a variant is"),
        (&["in", "-o", "out", "--variant", "a:1=2"], 2, "a macro name is"),
        (&["in", "-o", "out", "--targets", "vulkan9"], 2, "the environments are"),
        (&["in", "-o", "out", "--targets", "vulkan1.1", "--target-env", "vulkan1.2"], 2, "cannot be used with"),
        (&["-", "-o", "out"], 2, "does not read standard input"),
        (&["out", "-o", "out"], 1, "cannot read `out`"),
    ];
    for (words, code, expected) in cases {
        sandbox.run(&[&["batch"], *words].concat()).expect(*code, &[expected]);
        assert!(!sandbox.path("out").exists() || files(&sandbox.path("out")).is_empty(), "{words:?}");
        let _ = fs::remove_dir_all(sandbox.path("out"));
    }
    fs::create_dir(sandbox.path("empty")).unwrap();
    sandbox.run(&["batch", "empty", "-o", "out"]).expect(1, &["there are no shaders"]);
}

#[test]
fn compile_writes_dependency_rules() {
    let sandbox = Sandbox::new(&[("a b.comp", "#version 450\n#include \"x.h\"\nvoid main() {}\n"), ("x.h", "")]);
    sandbox.run(&["compile", "a b.comp", "-o", "a.spv", "--depfile", "a.d"]).expect(0, &[]);
    assert_eq!(fs::read_to_string(sandbox.path("a.d")).unwrap(), "a.spv: a\\ b.comp x.h\n");
    sandbox.run(&["compile", "a b.comp", "-DX(", "-o", "a.spv", "--depfile", "b.d"]).expect(1, &["error"]);
    assert!(!sandbox.path("b.d").exists());
}

#[test]
fn watching_compiles_again_after_each_change() {
    let sandbox = Sandbox::new(&[("a.comp", BAD)]);
    sandbox.run(&["compile", "-", "--watch"]).expect(2, &["standard input can't be watched"]);
    let mut command = sandbox.command(&["compile", "a.comp", "-o", "a.spv", "--watch"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut until_it_waits = || -> Vec<String> {
        let lines = lines.by_ref().map(Result::unwrap);
        lines.take_while(|line| line != "watching a.comp").collect()
    };
    assert!(until_it_waits().contains(&"error: 2 errors in a.comp".to_owned()));
    assert!(!sandbox.path("a.spv").exists());
    // An include that is missing, that appears, and that becomes wrong.
    fs::write(sandbox.path("a.comp"), "#version 450\n#include \"x.h\"\nvoid main() {}\n").unwrap();
    assert!(until_it_waits().iter().any(|line| line.contains("can't include `x.h`")));
    fs::write(sandbox.path("x.h"), "\n").unwrap();
    assert_eq!(until_it_waits(), Vec::<String>::new());
    assert!(is_spirv(&sandbox.path("a.spv")));
    fs::write(sandbox.path("x.h"), "float x = y;\n").unwrap();
    assert!(until_it_waits().iter().any(|line| line.contains("`y` is not declared")));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn completions_and_the_manual_page_name_every_command() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = sandbox.run(&["completions", shell]);
        run.expect(0, &[]);
        assert!(run.text().contains("batch") && run.text().contains("target-env"), "{shell}");
    }
    sandbox.run(&["completions", "tcsh"]).expect(2, &["invalid value 'tcsh'"]);
    let run = sandbox.run(&["man"]);
    run.expect(0, &[]);
    for part in
        [".TH glslsub 1", "GLSLSUB COMPILE", "GLSLSUB BATCH", "GLSLSUB CHECK", "GLSLSUB EXPLAIN", "\\-\\-variant"]
    {
        assert!(run.text().contains(part), "{part}");
    }
}

#[test]
fn codes_are_links_where_terminals_take_them() {
    let sandbox = Sandbox::new(&[("a.comp", BAD)]);
    let stderr = |value: &str, words: &[&str]| {
        let mut command = sandbox.command(&[&["compile", "a.comp"], words].concat());
        String::from_utf8(command.env("FORCE_HYPERLINK", value).output().unwrap().stderr).unwrap()
    };
    let link = "\x1b]8;;https://docs.rs/glslsub/";
    assert!(stderr("1", &["--color", "always"]).contains(link));
    for (value, words) in
        [("0", &["--color", "always"][..]), ("1", &["--color", "never"]), ("1", &["--error-format", "gcc"])]
    {
        assert!(!stderr(value, words).contains(link), "{value} {words:?}");
    }
}
