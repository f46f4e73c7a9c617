//! What the README shows is what actually happens.

use std::fs;
use std::path::Path;

use glslsub::internals::source::NoIncludes;
use glslsub::internals::{Input, Options, compile};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_shader_is_the_fixture() {
    let (readme, fixture) = (read("README.md"), read("spirv-fixtures/subgroup/reduce.comp"));
    let (_, body) = fixture.split_once("#version").unwrap();
    assert!(readme.contains(&format!("```glsl\n#version{body}```\n")), "README.md shows another shader");
}

#[test]
fn the_cookbook_shows_its_fixtures() {
    let cookbook = read("docs/guide/cookbook.md");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("spirv-fixtures/cookbook");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let shaders: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "comp")).collect();
    assert_eq!(shaders.len(), 10);
    for path in shaders {
        let text = fs::read_to_string(&path).unwrap();
        let (_, body) = text.split_once("#version").unwrap();
        assert!(
            cookbook.contains(&format!("```glsl\n#version{body}```\n")),
            "the cookbook shows another {}",
            path.display()
        );
    }
}

#[test]
fn the_listing_is_what_comes_out() {
    let (readme, fixture) = (read("README.md"), read("spirv-fixtures/subgroup/reduce.comp"));
    let input = Input { name: "reduce.comp", text: &fixture };
    let listing = compile(input, &Options::default(), &mut NoIncludes).artifact.unwrap().disassembly();
    let (_, shown) = readme.split_once("```text\nOpCapability").unwrap();
    let (shown, _) =
        format!("OpCapability{shown}").split_once("```").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    for part in shown.split("...\n") {
        assert!(listing.contains(part), "README.md shows\n{part}and not what comes out:\n{listing}");
    }
}

#[test]
fn the_diagnostics_are_what_comes_out() {
    let (readme, wrong) = (read("README.md"), read("tests/readme/wrong.comp"));
    let rendered = compile(Input { name: "wrong.comp", text: &wrong }, &Options::default(), &mut NoIncludes).rendered();
    let rendered: Vec<&str> = rendered.lines().map(str::trim_end).collect();
    let rendered = rendered.join("\n");
    assert!(readme.contains(rendered.trim_end()), "README.md shows other diagnostics than these:\n{rendered}");
}
