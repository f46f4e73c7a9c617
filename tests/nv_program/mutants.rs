//! Programs with random mistakes, to compare what is accepted, and the line of the first error, with NVIDIA's driver.
//!
//! Comes in: a seed. Goes out: a small program of `loads.txt` or a random one in which one or two words or lines have
//! been removed, replaced, inserted, or exchanged. A seed makes the same program as long as `loads.txt` stays the same.

use glslsub::internals::nv_program::Options;

use crate::common::random::Random;
use crate::generate;
use crate::loads::{self, Verdict};

/// A word or a punctuation mark, with the blanks before it.
type Word = (String, String);

/// The programs that are changed.
pub struct Corpus {
    programs: Vec<Vec<Vec<Word>>>,
    words: Vec<String>,
}

/// Numbers around limits.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "15",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "257",
    "511",
    "512",
    "1023",
    "1024",
    "1025",
    "4096",
    "49152",
    "49153",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "0xffffffff",
    "1.5",
    "1e3",
    ".5",
    "2.",
    "-1",
    "-2.5",
    "+3",
];

/// What may follow the name of an instruction.
const SUFFIXES: &[&str] = &[
    ".F",
    ".S",
    ".U",
    ".CC",
    ".CC1",
    ".SAT",
    ".SSAT",
    ".F32",
    ".U32",
    ".S64",
    ".F64",
    ".U8",
    ".F16X2",
    ".U32X4",
    ".HI",
    ".S24",
    ".NTC",
    ".PREC",
    ".COH",
    ".VOL",
    ".CTA",
    ".SPARSE",
    ".LODCLAMP",
    ".ADD",
    ".EXCH",
    ".CSWAP",
    ".INCR",
    ".CEIL",
    "C",
    "C1",
    "H",
    "R",
    "_SAT",
    ".x",
    ".xyz",
    ".xyzw",
    ".wzyx",
    ".yx",
    "[0]",
    "[1]",
    "[R1.x]",
    "[R1.x+1]",
    " (NE.x)",
    " (GT)",
    " (EQ1.wzyx)",
];

/// The lines of a text as words.
fn lines(text: &str) -> Vec<Vec<Word>> {
    text.lines()
        .map(|line| {
            let mut words: Vec<Word> = Vec::new();
            let mut blank = String::new();
            for letter in line.chars() {
                let word = letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
                if letter.is_whitespace() {
                    blank.push(letter);
                } else if let Some((_, last)) = words.last_mut()
                    && word
                    && blank.is_empty()
                    && last.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '$')
                {
                    last.push(letter);
                } else {
                    words.push((std::mem::take(&mut blank), letter.to_string()));
                }
            }
            words
        })
        .collect()
}

impl Corpus {
    /// Reads the programs.
    pub fn new() -> Self {
        let accepted = loads::loads().into_iter().filter(|load| load.driver == Verdict::Accepted).map(|load| load.text);
        let mut texts: Vec<String> = accepted.collect();
        for first in [1, 10_001, 20_001, 30_001] {
            texts.extend((first..first + 25).map(|seed| generate::program(seed).text));
        }
        let programs: Vec<_> = texts
            .iter()
            .map(|text| {
                let (head, rest) = text.split_at("!!NVcp5.0".len().min(text.len()));
                // A statement to a line, so that the line of an error says which.
                let rest = rest.replace("; ", ";\n");
                let mut lines = lines(&rest);
                if lines.is_empty() {
                    lines.push(Vec::new());
                }
                lines[0].insert(0, (String::new(), head.to_owned()));
                lines.retain(|line| !line.iter().any(|(_, word)| word == "#"));
                lines
            })
            .collect();
        let mut words: Vec<String> = programs.iter().flatten().flatten().map(|(_, word)| word.clone()).collect();
        words.sort();
        words.dedup();
        Self { programs, words }
    }

    /// The program of a seed.
    pub fn mutant(&self, seed: u64) -> String {
        let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x77);
        let mut program = random.pick(&self.programs).clone();
        let changes = 1 + usize::from(random.below(4) == 0);
        for _ in 0..changes {
            self.change(&mut program, &mut random);
        }
        let text: Vec<String> =
            program.iter().map(|line| line.iter().map(|(blank, word)| format!("{blank}{word}")).collect()).collect();
        format!("{}\n", text.join("\n"))
    }

    fn other(&self, program: &[Vec<Word>], random: &mut Random) -> String {
        match random.below(4) {
            0 => (*random.pick(NUMBERS)).to_owned(),
            1 => random.pick(&self.words).clone(),
            _ => {
                let own: Vec<&str> = program.iter().flatten().map(|(_, word)| word.as_str()).skip(1).collect();
                if own.is_empty() { ";".to_owned() } else { (*random.pick(&own)).to_owned() }
            }
        }
    }

    fn change(&self, program: &mut Vec<Vec<Word>>, random: &mut Random) {
        // Rather in the last lines: the first ones are the same in many programs.
        let last = program.len() - 1;
        let line = match random.below(4) {
            0 => random.below(program.len()),
            _ => last - random.below(last.min(8) + 1),
        };
        let first = usize::from(line == 0);
        let word = first + random.below(program[line].len().saturating_sub(first));
        let has_word = word < program[line].len();
        match random.below(14) {
            0 | 1 if has_word => {
                program[line].remove(word);
            }
            2..=4 if has_word => program[line][word].1 = self.other(program, random),
            5 | 6 => {
                let new = self.other(program, random);
                let at = word.min(program[line].len());
                program[line].insert(at, (" ".to_owned(), new));
            }
            7 if has_word && word + 1 < program[line].len() => {
                let [(_, a), (_, b)] = &mut program[line][word..word + 2] else { return };
                std::mem::swap(a, b);
            }
            8 if line > 0 => {
                program.remove(line);
            }
            9 if line > 0 => {
                let copy = program[line].clone();
                let at = 1 + random.below(program.len() - 1);
                program.insert(at, copy);
            }
            10 if line > 0 => {
                let donor = random.pick(&self.programs);
                let new = donor[random.below(donor.len() - 1) + usize::from(donor.len() > 1)].clone();
                program.insert(line, new);
            }
            11 if line > 1 => program.swap(line, line - 1),
            12 if has_word => {
                let is_number = |(_, word): &Word| word.starts_with(|it: char| it.is_ascii_digit());
                let numbers: Vec<usize> =
                    (0..program[line].len()).filter(|at| is_number(&program[line][*at])).collect();
                if !numbers.is_empty() {
                    let at = numbers[random.below(numbers.len())];
                    program[line][at].1 = (*random.pick(NUMBERS)).to_owned();
                }
            }
            _ if has_word => program[line][word].1.push_str(random.pick::<&str>(SUFFIXES)),
            _ => {}
        }
    }
}

/// Whatever is wrong is reported, within the text.
#[test]
fn mistakes_are_reported() {
    let corpus = Corpus::new();
    let (mut accepted, all) = (0, 2000);
    for seed in 0..all {
        let text = corpus.mutant(seed);
        match loads::verdict(&text) {
            Verdict::Accepted => accepted += 1,
            Verdict::Rejected(line) => assert!(line <= text.lines().count() + 1, "line {line} of\n{text}"),
            _ => {}
        }
    }
    assert!(accepted > all / 20 && accepted < all / 2, "{accepted} of {all} are accepted");
}

/// The differences in a log, with texts: `GLSLSUB_NV_MUTANT_LOG=FILE`.
#[test]
fn differences_are_shown() {
    let Some(file) = std::env::var_os("GLSLSUB_NV_MUTANT_LOG") else { return };
    let corpus = Corpus::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let Some((seed, rest)) = line.strip_prefix("mutant ").and_then(|rest| rest.split_once('\t')) else { continue };
        let seed: u64 = seed.parse().unwrap();
        let Some((driver, _)) = rest.split_once('\t') else { continue };
        let text = corpus.mutant(seed);
        let options = Options { relaxed: true, handle_indices: true, ..Options::default() };
        let errors = loads::errors(&text, &options);
        let relaxed = errors.iter().map(|(_, line)| *line).min().map_or(Verdict::Accepted, Verdict::Rejected);
        let strict = loads::verdict(&text);
        if [format!("{relaxed:?}"), format!("{strict:?}")].contains(&driver.to_owned()) {
            continue;
        }
        crate::common::shout(&format!("MUTANT {seed} {rest}\n   relaxed {errors:?}"));
        let lines: Vec<&str> = text.lines().collect();
        let of = |verdict: &str| -> usize {
            verdict.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(1)
        };
        let near = [of(driver), of(&format!("{relaxed:?}")), of(&format!("{strict:?}"))];
        let (low, high) = (near.iter().min().unwrap().saturating_sub(2), near.iter().max().unwrap() + 1);
        for (at, line) in lines.iter().enumerate().take(high).skip(low) {
            crate::common::shout(&format!("   {}: {line}", at + 1));
        }
    }
}
