//! Building a folder of shaders, without cargo.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;

use super::Shaders;

const SHADER: &str = "#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include \"size.glsl\"
layout(local_size_x = SIZE, local_size_y_id = 1) in;
layout(constant_id = 4) const float SCALE = 1.5;
struct Light { vec3 position; float heat; mat3 turn; };
layout(buffer_reference) buffer Node { uint value; };
layout(set = 1, binding = 0) uniform Scene { Light lights[2]; } scene;
layout(set = 0, binding = 2) buffer Points { uint count; vec4 points[]; };
layout(set = 0, binding = 1) uniform sampler2D maps[4];
layout(push_constant) uniform Push { uint type; Node head; f16vec2 half_size; bool on; mat2x3 turn; Light light; } push;
void main() {
    points[0] = texture(maps[0], vec2(0)) * SCALE + scene.lights[0].heat;
    count = push.type;
}
";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder with shaders, and the folder that they are compiled to.
fn sandbox() -> (tempfile::TempDir, Shaders) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "shaders/all.comp", SHADER);
    write(folder.path(), "include/size.glsl", "#pragma once\n#define SIZE 64\n");
    write(folder.path(), "out/keep", "");
    let shaders = Shaders::new(folder.path().join("shaders"))
        .include(folder.path().join("include"))
        .out_dir(folder.path().join("out"));
    (folder, shaders)
}

/// The instructions, without the sandbox's folder.
fn run(folder: &Path, shaders: &Shaders) -> Result<String, String> {
    let plain = |text: String| text.replace(&folder.display().to_string(), "$");
    match shaders.run() {
        Ok(lines) => Ok(plain(lines.join("\n"))),
        Err((lines, failed)) => Err(plain(format!("{}\n{failed}", lines.join("\n")))),
    }
}

#[test]
fn a_shader_becomes_a_module() {
    let (folder, shaders) = sandbox();
    insta::assert_snapshot!("instructions", run(folder.path(), &shaders).unwrap());
    let module = fs::read_to_string(folder.path().join("out/shaders.rs")).unwrap();
    let spirv = module.find("pub static SPIRV").unwrap();
    let end = spirv + module[spirv..].find("];").unwrap();
    insta::assert_snapshot!("module", format!("{}...{}", &module[..spirv + 33], &module[end..]));
    let bytes = fs::read(folder.path().join("out/all_comp.spv")).unwrap();
    assert_eq!(bytes[..4], [3, 2, 0x23, 7]);
}

#[test]
fn only_what_changed_is_compiled() {
    let (folder, shaders) = sandbox();
    let shaders = shaders.variant("all.comp", "small", &[("EXTRA", "1")]).variant("all.comp", "large", &[]);
    let compiled = |shaders: &Shaders| {
        let jobs = shaders.jobs().unwrap();
        let out = folder.path().join("out");
        let count = jobs.iter().filter(|job| shaders.known(job, &out).is_none()).count();
        shaders.run().unwrap();
        count
    };
    assert_eq!(compiled(&shaders), 2);
    assert_eq!(compiled(&shaders), 0);
    // An include changes, a failed look-up would now succeed, and an option changes.
    write(folder.path(), "include/size.glsl", "#define SIZE 32\n");
    assert_eq!(compiled(&shaders), 2);
    write(folder.path(), "shaders/size.glsl", "#define SIZE 16\n");
    assert_eq!(compiled(&shaders), 2);
    assert_eq!(compiled(&shaders), 0);
    let optimized = shaders.clone().options(crate::Options::new().optimization(crate::Optimization::Full));
    assert_eq!(compiled(&optimized), 2);
    assert_eq!(compiled(&optimized), 0);
}

#[test]
fn errors_and_warnings_go_to_cargo() {
    let (folder, shaders) = sandbox();
    write(folder.path(), "shaders/wrong.comp", "#version 450\nvoid main() {\n    int first = one;\n}\n");
    write(folder.path(), "shaders/warned.frag", "#version 450\n#extension GL_NOT_THERE : enable\nvoid main() {}\n");
    insta::assert_snapshot!("errors", run(folder.path(), &shaders).unwrap_err());
    // Shaders that are not compiled again keep their warnings.
    fs::remove_file(folder.path().join("shaders/wrong.comp")).unwrap();
    let first = run(folder.path(), &shaders).unwrap();
    assert!(first.contains("cargo::warning=warning[GS0"), "{first}");
    assert_eq!(run(folder.path(), &shaders).unwrap(), first);
}

#[test]
fn names_that_clash_are_refused() {
    let (folder, shaders) = sandbox();
    write(folder.path(), "shaders/a.b.comp", "#version 450\nvoid main() {}\n");
    write(folder.path(), "shaders/a_b.comp", "#version 450\nvoid main() {}\n");
    let message = run(folder.path(), &shaders).unwrap_err();
    assert!(message.contains("`a.b.comp` and `a_b.comp` would both be the module `a_b_comp`"), "{message}");
    let unknown = shaders.variant("none.comp", "x", &[]);
    assert!(run(folder.path(), &unknown).unwrap_err().contains("no such shader"));
}
