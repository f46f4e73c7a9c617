//! Changes to texts that tests and fuzzers make at random.

use super::random::Random;

/// Tokens that have a large effect wherever they land.
const WORDS: &str = "int uint float double bool vec4 mat3 void struct main if else for while do switch case default return \
    break continue discard const in out inout uniform buffer shared layout binding local_size_x constant_id std430 push_constant \
    precision highp invariant coherent readonly subroutine texture sampler2D image2D subgroupAdd gl_SubgroupSize gl_WorkGroupSize \
    barrier() .length() .xyzw [0] [-1] [1000000000] [] 0 1 1u -1 1.0 0.0 1e999 0x7fffffff 2147483648 4294967295u true x y length \
    = == + - * / % << >> < > && || ^^ ! ~ ? : ; , . ( ) { } [ ] ++ -- += ## \" ' /* */ // é \0 \\\n";

/// Directives: each on a line of its own.
const DIRECTIVES: &[&str] =
    &["\n#define x ", "\n#define A A\n", "\n#if ", "\n#if 1\n", "\n#else\n", "\n#endif\n", "\n#extension all : warn\n"];

/// The words that are put into texts.
pub fn words() -> Vec<&'static str> {
    WORDS.split(' ').filter(|word| !word.is_empty()).chain(DIRECTIVES.iter().copied()).collect()
}

/// Words, numbers and single other characters, which concatenate to the text.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |character: char| character.is_alphanumeric() || character == '_';
        let length = match first {
            first if same(first) => rest.find(|character| !same(character)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Up to five changes to bytes.
pub fn bytes(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, random.next() as u8),
            3 => bytes.truncate(at),
            _ => bytes[at] = *random.pick(b"(){}[];,.#\\\"'\n+-*/%&|^~<>=!?:0x9ef"),
        }
    }
    bytes
}

/// Up to five changes to the tokens of a text, with tokens of another and with `words`.
pub fn spliced(random: &mut Random, text: &str, donor: &str, words: &[&str]) -> String {
    let (mut list, donors) = (tokens(text), tokens(donor));
    for _ in 0..=random.below(4) {
        if list.is_empty() || donors.is_empty() {
            break;
        }
        let at = random.below(list.len());
        let end = (at + 1 + random.below(12)).min(list.len());
        match random.below(9) {
            0 => drop(list.remove(at)),
            1 => drop(list.drain(at..end)),
            2 => {
                let copy = list[at..end].to_vec();
                let to = random.below(list.len());
                list.splice(to..to, copy);
            }
            3 => list.swap(at, end - 1),
            4 => list[at] = random.pick::<&str>(&donors),
            5 => list.insert(at, random.pick::<&str>(&donors)),
            6 => list[at] = random.pick::<&str>(words),
            7 => drop(list.splice(at..at, [" ", random.pick::<&str>(words), " "])),
            _ => list.truncate(at),
        }
    }
    list.concat()
}
