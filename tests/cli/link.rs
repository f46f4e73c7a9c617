//! `glslsub check` and `compile --link` from the outside.

use super::{MAGIC, Sandbox};

const VERTEX: &str =
    "#version 450\nlayout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }\n";
const FRAGMENT: &str = "#version 450\nlayout(location = 0) in vec3 color;\nlayout(location = 0) out vec4 result;\n\
                        void main() { result = vec4(color, 1); }\n";

fn sandbox() -> Sandbox {
    let wrong = FRAGMENT.replace("location = 0) in", "location = 1) in");
    let broken = FRAGMENT.replace("vec4(color", "vec4(colour");
    Sandbox::new(&[("a.vert", VERTEX), ("a.frag", FRAGMENT), ("wrong.frag", &wrong), ("broken.frag", &broken)])
}

#[test]
fn stages_are_checked_and_nothing_is_written() {
    let sandbox = sandbox();
    let names = sandbox.names();
    let good = sandbox.run(&["check", "a.frag", "a.vert"]);
    assert_eq!((good.exit(), good.stderr.as_str()), (0, ""));
    sandbox.run(&["check", "a.vert", "wrong.frag"]).expect(
        1,
        &[
            "error[GS1101]",
            "wrong.frag:2:30",
            "a.vert:2:31",
            "help: give both declarations one location",
            "1 error in a.vert, wrong.frag",
        ],
    );
    // An error in one shader is reported as usual, and the others are still checked.
    sandbox.run(&["check", "a.vert", "broken.frag"]).expect(1, &["error[GS0200]", "broken.frag:4:29"]);
    sandbox.run(&["check", "a.vert", "missing.frag"]).expect(1, &["cannot read `missing.frag`"]);
    sandbox.run(&["check", "a.vert"]).expect(0, &[]);
    sandbox.run(&["check"]).expect(2, &["<IN>"]);
    assert_eq!(sandbox.names(), names);
}

#[test]
fn options_are_those_of_compile() {
    let sandbox = Sandbox::new(&[
        (
            "a.vert",
            "#version 450\n#include \"a.glsl\"\nlayout(location = AT) out vec3 color;\nvoid main() { color = vec3(1); }\n",
        ),
        ("a.frag", FRAGMENT),
        ("include/a.glsl", "#pragma once\n"),
    ]);
    sandbox.run(&["check", "a.vert", "a.frag", "-I", "include", "-D", "AT=0"]).expect(0, &[]);
    sandbox.run(&["check", "a.vert", "a.frag", "-I", "include", "-D", "AT=2"]).expect(1, &["GS1101"]);
    let wall = sandbox.run(&["check", "-Wall", "a.vert", "a.frag", "-I", "include", "-D", "AT=0", "--stage", "vert"]);
    wall.expect(1, &["error[GS1100]: two vertex shaders"]);
}

#[test]
fn both_files_are_there_for_programs() {
    let sandbox = sandbox();
    let json = sandbox.run(&["check", "a.vert", "wrong.frag", "--error-format", "json"]);
    assert_eq!(json.stderr.lines().count(), 1, "{}", json.stderr);
    json.expect(1, &[r#""code": "GS1101""#, r#""file_name": "wrong.frag""#, r#""file_name": "a.vert""#]);
    let sarif = sandbox.run(&["check", "a.vert", "wrong.frag", "--error-format", "sarif"]);
    sarif.expect(1, &[r#""ruleId": "GS1101""#, r#""uri": "wrong.frag""#, r#""uri": "a.vert""#, "relatedLocations"]);
    assert_eq!(sarif.stderr.matches("\"version\": \"2.1.0\"").count(), 1);
}

#[test]
fn several_shaders_become_one_module() {
    let sandbox = sandbox();
    sandbox.run(&["compile", "--link", "a.vert", "a.frag", "-o", "a.spv"]).expect(0, &[]);
    assert_eq!(std::fs::read(sandbox.path("a.spv")).unwrap()[..4], MAGIC);
    let text = sandbox.run(&["compile", "--link", "a.vert", "a.frag", "--emit", "spvasm"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("OpEntryPoint Vertex") && text.contains("OpEntryPoint Fragment"), "{text}");
    // The checks come first, and leave no file.
    sandbox.run(&["compile", "--link", "a.vert", "wrong.frag", "-o", "b.spv"]).expect(1, &["GS1101"]);
    assert!(!sandbox.path("b.spv").exists());
}

#[test]
fn wrong_usage_of_link() {
    let sandbox = sandbox();
    let cases: &[(&[&str], &str)] = &[
        (&["a.vert", "a.frag"], "names the file of the module"),
        (&["a.vert", "a.frag", "-o", "."], "names a file"),
        (&["a.vert", "a.frag", "--emit", "hir"], "'--link' makes a module"),
        (&["a.vert", "a.frag", "-o", "x.spv", "--reflect", "x.json"], "'--reflect' describes one shader"),
        (&["a.vert", "a.frag", "-o", "a.frag"], "would replace the input `a.frag`"),
        (&["a.vert", "-", "-", "-o", "x.spv"], "once"),
    ];
    for (arguments, expected) in cases {
        let arguments: Vec<&str> = ["compile", "--link"].iter().chain(*arguments).copied().collect();
        sandbox.run(&arguments).expect(2, &[expected]);
    }
    assert_eq!(std::fs::read(sandbox.path("a.frag")).unwrap(), FRAGMENT.as_bytes());
}
