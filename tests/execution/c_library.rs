//! Modules of the C library and of libshaderc, compiled from the same shaders with the same options by a C program: both write the
//! same numbers.
//!
//! `examples/shaderc/check.sh FOLDER` makes them, in `.ci/run full`; `GLSLSUB_C_LIBRARY_MODULES=FOLDER` names them here.

use std::path::Path;

use crate::common::vulkan::{Binding, Job};
use crate::common::{shout, vulkan};

const FOLDER: &str = "GLSLSUB_C_LIBRARY_MODULES";

/// The words of a module in a file.
fn words(path: &Path) -> Vec<u32> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn modules_of_the_c_library_do_what_those_of_libshaderc_do() {
    let Ok(folder) = std::env::var(FOLDER) else {
        shout(&format!("modules of the C library were not run: {FOLDER} is not set"));
        return;
    };
    let Some(device) = vulkan::device() else { return };
    let folder = Path::new(&folder);
    let mut compared = 0;
    for entry in std::fs::read_dir(folder.join("shaderc")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.starts_with("run_") {
            continue;
        }
        let numbers: Vec<u8> = (0..64_u32).flat_map(|i| (i.wrapping_mul(0x9e37_79b9) >> 7).to_le_bytes()).collect();
        let run = |library: &str| {
            let words = words(&folder.join(library).join(&name));
            let bindings = [Binding::storage(0, numbers.clone())];
            let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
            device.run(&job).unwrap_or_else(|error| panic!("{library}/{name}: {error}"))
        };
        let (expected, got) = (run("shaderc"), run("glslsub"));
        assert_ne!(expected.first(), Some(&numbers), "{name} does nothing");
        assert_eq!(got, expected, "{name}");
        compared += 1;
    }
    assert!(compared >= 8, "only {compared} modules were compared");
    shout(&format!("{compared} modules of the C library do what those of libshaderc do"));
}
