//! How inputs are made: from the shaders of the repository, changed at random.

use std::path::{Path, PathBuf};

use glslsub::internals::stage::Stage;

use crate::check::{self, Checked};
use crate::common::command_line;
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
    Target {
        name: "programs",
        what: "valid programs of every stage, with any options",
        make: programs,
        check: check::program,
    },
    Target { name: "valid", what: "the same, compiled once: for a validator", make: valid, check: check::valid },
    Target {
        name: "cheap",
        what: "short texts of every kind, changed at random: as many as possible",
        make: cheap,
        check: check::cheap,
    },
    Target { name: "soup", what: "tokens in any order", make: soup, check: check::shader },
    Target {
        name: "assembly",
        what: "assembly programs with tokens of each other",
        make: assembly,
        check: check::assembly,
    },
    Target { name: "hir", what: "texts of HIR with tokens of each other", make: hir, check: check::hir },
    Target {
        name: "command",
        what: "command lines of glslc, glslang and glslsub, run by the program that $GLSLSUB names",
        make: command,
        check: check::command,
    },
    Target { name: "listing", what: "modules with changed words", make: listing, check: check::listing },
];

/// What inputs are made from.
pub struct Seeds {
    /// Shaders with the numbers of their stages.
    shaders: Vec<(u8, String)>,
    /// Short ones, and single declarations and statements of them, with the number of the stage.
    short: Vec<(u8, String)>,
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
        let root = root();
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
        let documents = with("md");
        let cases = documents.iter().flat_map(|it| cases(it)).map(|text| (0, text));
        let short = shaders.iter().filter(|(_, text)| text.len() <= SHORT).cloned().chain(cases).collect();
        Self { shaders, short, programs: with("nvcp"), hir: with("hir"), modules, words: mutate::words() }
    }
}

impl Seeds {
    /// The shaders of the repository, each with the number of its stage.
    pub fn shaders(&self) -> &[(u8, String)] {
        &self.shaders
    }
}

/// The longest of short texts: what an input costs grows with it.
const SHORT: usize = 700;

/// The lines of the fences of a document of `tests/language`, each as a shader with what its fence shares.
fn cases(document: &str) -> Vec<String> {
    let mut cases = Vec::new();
    for fence in document.split("\n```glsl").skip(1) {
        let body = fence.split_once('\n').map_or("", |it| it.1);
        let body = body.split("\n```").next().unwrap_or_default();
        let mut shared = String::from("#version 460\n");
        for paragraph in body.split("\n\n") {
            let is_judged = paragraph.contains("// error[") || paragraph.contains("// ok");
            if !is_judged {
                shared.push_str(paragraph);
                shared.push('\n');
                continue;
            }
            cases.extend(
                paragraph.lines().map(|line| format!("{shared}{}\n", line.split("// ").next().unwrap_or(line))),
            );
            cases.push(format!("{shared}{paragraph}\n"));
        }
    }
    cases.retain(|it| it.len() <= SHORT);
    cases
}

impl Default for Seeds {
    fn default() -> Self {
        Self::new()
    }
}

/// The repository: the current folder if it is one, for a program that was carried to another machine.
pub fn root() -> PathBuf {
    let here = Path::new(".");
    if here.join("spirv-fixtures").is_dir() {
        here.to_owned()
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

/// The words of a command line, each with a zero behind it.
fn command(random: &mut Random, _: &Seeds) -> Vec<u8> {
    command_line::words(random).iter().flat_map(|it| [it.as_bytes(), &[0]].concat()).collect()
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
    [&[number as u8, header[1], header[2]], program::any_program(random, stage).as_bytes()].concat()
}

fn valid(random: &mut Random, _: &Seeds) -> Vec<u8> {
    let number = random.below(Stage::all().len());
    let options = if random.below(4) == 0 { random.next() as u8 } else { 0 };
    // Versions that have every stage.
    let header = [number as u8, 2 + random.below(3) as u8, options & !VULKAN_MODEL];
    [&header[..], program::any_program(random, Stage::all()[number].stage).as_bytes()].concat()
}

/// The bit of an input's options that asks for the Vulkan memory model: validators need an option for that of Vulkan 1.1.
const VULKAN_MODEL: u8 = 1 << 5;

fn cheap(random: &mut Random, seeds: &Seeds) -> Vec<u8> {
    let (stage, text) = random.pick(&seeds.short);
    let header = header(random, *stage);
    let text = match random.below(8) {
        0 => mutate::bytes(random, text.clone().into_bytes()),
        1 => return assembly(random, seeds),
        2 => return soup(random, seeds),
        _ => {
            let (_, donor) = random.pick(&seeds.short);
            mutate::spliced(random, text, donor, &seeds.words).into_bytes()
        }
    };
    [&header[..], &text].concat()
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
