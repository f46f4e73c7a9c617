//! Wrong input of every kind: no panic, no internal error, no endless loop, and the same bytes each time.
//!
//! Every shader of the fixtures is cut, doubled, swapped and sprinkled with tokens that mean something elsewhere. The
//! changes come from a fixed seed. `GLSLSUB_MUTATIONS=1000` tries that many for each shader.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;

use glslsub::internals::diagnostics::Code;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::{Compilation, Input, Options, compile};

/// Words that change much where they land.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    "?",
    ":",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&&",
    "||",
    "!",
    "~",
    "++",
    "--",
    "0",
    "1",
    "-1",
    "2147483648",
    "4294967295u",
    "1e999",
    "0.0",
    "float",
    "vec4",
    "mat3",
    "void",
    "struct",
    "int",
    "uint",
    "bool",
    "double",
    "const",
    "in",
    "out",
    "inout",
    "uniform",
    "buffer",
    "shared",
    "layout",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "discard",
    "main",
    "gl_WorkGroupSize",
    "barrier()",
    ".length()",
    ".xyzw",
    "[0]",
    "[-1]",
    "[1000000000]",
    "[]",
    "#define A A\n",
    "A",
    "#if 1\n",
    "\n#endif\n",
    "#extension all : warn\n",
    "\"",
    "'",
    "\\\n",
    "/*",
    "*/",
    "//",
    "é",
    "\0",
];

/// A small generator of numbers (xorshift), so that runs repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Splits text into words, blanks and single signs; joined again they are the text.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut last = ' ';
    for c in text.chars() {
        match pieces.last_mut() {
            Some(piece) if is_word(c) && is_word(last) => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        last = c;
    }
    pieces
}

fn mutate(pieces: &[String], random: &mut Random) -> String {
    let mut pieces = pieces.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(pieces.len());
        match random.below(6) {
            0 => {
                let end = (at + 1 + random.below(8)).min(pieces.len());
                pieces.drain(at..end);
            }
            1 => {
                let end = (at + 1 + random.below(12)).min(pieces.len());
                let copy = pieces[at..end].to_vec();
                let to = random.below(pieces.len());
                pieces.splice(to..to, copy);
            }
            2 => {
                let other = random.below(pieces.len());
                pieces.swap(at, other);
            }
            3 => pieces.insert(at, format!(" {} ", WORDS[random.below(WORDS.len())])),
            4 => pieces[at] = WORDS[random.below(WORDS.len())].to_owned(),
            _ => pieces.truncate(at.max(1)),
        }
        if pieces.is_empty() {
            break;
        }
    }
    pieces.concat()
}

fn run(text: &str) -> Compilation {
    compile(Input { name: "a.comp", text }, &Options::default(), &mut NoIncludes)
}

fn fixtures() -> Vec<(String, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("spirv-fixtures")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "comp") {
            files.push((path.display().to_string(), fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn mutated_shaders_end_in_a_module_or_a_diagnostic() {
    let count = std::env::var("GLSLSUB_MUTATIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(30);
    let mut failures = Vec::new();
    for (index, (name, text)) in fixtures().iter().enumerate() {
        let pieces = pieces(text);
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ ((index as u64 + 1) << 20));
        for round in 0..count {
            let mutated = mutate(&pieces, &mut random);
            let result = std::panic::catch_unwind(|| {
                let compilation = run(&mutated);
                let internal = compilation.diagnostics.iter().find(|it| it.code == Code::InternalError);
                // Rendering has to cope with every span, too.
                let rendered = compilation.rendered();
                internal.map(|it| format!("{}\n{rendered}", it.message))
            });
            let problem = match result {
                Ok(None) => continue,
                Ok(Some(message)) => message,
                Err(_) => "panic".to_owned(),
            };
            let kept = std::env::temp_dir().join(format!("glslsub-mutation-{index}-{round}.comp"));
            fs::write(&kept, &mutated).unwrap();
            failures.push(format!("{name}, round {round}, kept as {}: {problem}", kept.display()));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    for (name, text) in fixtures() {
        let words = |compilation: Compilation| compilation.artifact.map(|it| it.words);
        assert_eq!(words(run(&text)), words(run(&text)), "{name}");
    }
}
