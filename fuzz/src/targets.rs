//! How inputs are made: from the shaders of the repository, changed at random.

use std::path::{Path, PathBuf};

use glslsub::internals::stage::Stage;

use crate::check::{self, Checked};
use crate::common::mutate;
use crate::common::program;
use crate::common::random::Random;

/// What is tried.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    /// Makes an input.
    pub make: fn(&mut Random, &Seeds) -> Vec<u8>,
    /// Checks one.
    pub check: fn(&[u8]) -> Checked,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "bytes", what: "shaders with changed bytes", make: bytes, check: check::shader },
    Target { name: "tokens", what: "shaders with tokens of each other", make: tokens, check: check::shader },
    Target {
        name: "options",
        what: "shaders as they are, with any options and stage",
        make: options,
        check: check::shader,
    },
    Target { name: "programs", what: "valid programs of every stage, with any options", make: programs, check: check::program },
    Target { name: "soup", what: "tokens in any order", make: soup, check: check::shader },
    Target {
        name: "assembly",
        what: "assembly programs with tokens of each other",
        make: assembly,
        check: check::assembly,
    },
    Target { name: "hir", what: "texts of HIR with tokens of each other", make: hir, check: check::hir },
    Target { name: "listing", what: "modules with changed words", make: listing, check: check::listing },
];

/// What inputs are made from.
pub struct Seeds {
    /// Shaders with the numbers of their stages.
    shaders: Vec<(u8, String)>,
    /// Assembly programs.
    programs: Vec<String>,
    /// Texts of HIR.
    hir: Vec<String>,
    /// Modules.
    modules: Vec<Vec<u8>>,
    words: Vec<&'static str>,
}

impl Seeds {
    /// Reads the fixtures of the repository.
    pub fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &PathBuf| std::fs::read(path).map(|it| String::from_utf8_lossy(&it).into_owned());
        let with = |suffix: &str| -> Vec<String> {
            let mut paths = Vec::new();
            for folder in ["spirv-fixtures", "tests"] {
                files(&root.join(folder), suffix, &mut paths);
            }
            paths.sort();
            paths.iter().filter_map(|path| read(path).ok()).collect()
        };
        let stages = (0_u8..).zip(Stage::all());
        let shaders: Vec<(u8, String)> =
            stages.flat_map(|(number, row)| with(row.suffix).into_iter().map(move |text| (number, text))).collect();
        let modules = shaders.iter().step_by(7).filter_map(|(stage, text)| {
            let words = check::shader(&[&[*stage, 3, 0], text.as_bytes()].concat()).ok()??;
            Some(words.iter().flat_map(|it| it.to_le_bytes()).collect())
        });
        let modules = modules.collect();
        Self { shaders, programs: with("nvcp"), hir: with("hir"), modules, words: mutate::words() }
    }
}

impl Default for Seeds {
    fn default() -> Self {
        Self::new()
    }
}

/// The files below a folder with a suffix.
fn files(folder: &Path, suffix: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, suffix, found);
        } else if path.extension().is_some_and(|it| it == suffix) {
            found.push(path);
        }
    }
}

/// A header for a shader: mostly its own stage, and few options.
fn header(random: &mut Random, stage: u8) -> [u8; 3] {
    let stage = if random.below(16) == 0 { random.next() as u8 } else { stage };
    let options = if random.below(4) == 0 { random.next() as u8 } else { 0 };
    [stage, random.next() as u8, options]
}

fn bytes(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (stage, text) = random.pick(&seeds.shaders);
    let header = header(random, *stage);
    [&header[..], &mutate::bytes(random, text.clone().into_bytes())].concat()
}

fn tokens(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (stage, text) = random.pick(&seeds.shaders);
    let (_, donor) = random.pick(&seeds.shaders);
    let header = header(random, *stage);
    [&header[..], mutate::spliced(random, text, donor, &seeds.words).as_bytes()].concat()
}

fn options(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (stage, text) = random.pick(&seeds.shaders);
    let stage = if random.below(8) == 0 { random.next() as u8 } else { *stage };
    [&[stage, random.next() as u8, random.next() as u8], text.as_bytes()].concat()
}

fn programs(random: &mut Random, _: &Seeds) -> Vec<u8> {
    let number = random.below(Stage::all().len());
    let stage = Stage::all()[number].stage;
    let header = header(random, number as u8);
    [&[number as u8, header[1], header[2]], program::program(random, stage).as_bytes()].concat()
}

fn soup(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let mut text = String::from("#version 460\n");
    if random.below(2) == 0 {
        text.push_str("void main() {\n");
    }
    for _ in 0..random.below(80) {
        text.push_str(random.pick::<&str>(&seeds.words));
        text.push(' ');
    }
    let header = header(random, 0);
    [&header[..], text.as_bytes()].concat()
}

fn assembly(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (text, donor) = (random.pick(&seeds.programs), random.pick(&seeds.programs));
    let header = header(random, 0);
    [&header[..], mutate::spliced(random, text, donor, &seeds.words).as_bytes()].concat()
}

fn hir(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (text, donor) = (random.pick(&seeds.hir), random.pick(&seeds.hir));
    mutate::spliced(random, text, donor, &seeds.words).into_bytes()
}

fn listing(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let module = random.pick(&seeds.modules).clone();
    mutate::bytes(random, module)
}
