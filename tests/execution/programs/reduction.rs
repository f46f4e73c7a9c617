//! Makes a program smaller, step by step, as long as something about it stays true.
//!
//! Comes in: GLSL, and whether others still have what is looked for. Goes out: the smallest that was found. It knows brackets,
//! commas and semicolons; whether what is left is a program at all is for the test to say. Must not depend on: the compiler,
//! devices.

use std::collections::HashSet;
use std::ops::Range;
use std::time::Instant;

/// A word or sign, and the space in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    space: String,
    text: String,
}

type Tokens = Vec<Token>;

/// What a part of a program becomes.
#[derive(Clone, Debug)]
enum With {
    Nothing,
    Kept(Range<usize>),
    /// In parentheses.
    Grouped(Range<usize>),
    Text(String),
}

/// A change of a program.
#[derive(Clone, Debug)]
struct Edit {
    range: Range<usize>,
    with: With,
}

/// The changes of one kind that a program allows.
type Pass = fn(&Tokens, &[u32]) -> Vec<Edit>;

/// Which changes are tried: large ones first.
const PASSES: &[Pass] = &[removals, unwrappings, expressions, leaves];

/// Finds out which of some programs still have it: the first of them.
pub type Test<'a> = &'a mut dyn FnMut(&[String]) -> Option<usize>;

/// The smallest program that was found until `deadline`. `inputs` are the values of `input_`, and `batch` programs are tested at once.
pub fn reduced(text: &str, inputs: &[u32], batch: usize, deadline: Instant, test: Test<'_>) -> String {
    let mut tokens = tokens(text);
    let mut tried = HashSet::new();
    loop {
        let before = weight(&tokens);
        for pass in PASSES {
            let mut at = 0;
            loop {
                let mut edits = pass(&tokens, inputs);
                let fixed = fixed(&tokens);
                edits.retain(|edit| fixed.iter().all(|it| it.allows(edit)));
                let mut candidates = Vec::new();
                while let (Some(edit), true) = (edits.get(at), candidates.len() < batch) {
                    at += 1;
                    let next = edited(&tokens, edit);
                    if weight(&next) < weight(&tokens) && tried.insert(text_of(&next)) {
                        candidates.push((at, next));
                    }
                }
                if candidates.is_empty() {
                    break;
                }
                if Instant::now() > deadline {
                    return text_of(&tokens);
                }
                let texts: Vec<String> = candidates.iter().map(|it| text_of(&it.1)).collect();
                if let Some(found) = test(&texts) {
                    let (next_edit, next) = candidates.swap_remove(found);
                    // What follows the change is at about the same place in the new list.
                    (at, tokens) = (next_edit - 1, next);
                }
            }
        }
        if weight(&tokens) == before {
            return text_of(&tokens);
        }
    }
}

/// A declaration that is not changed, as a device and the test would understand different things.
struct Fixed {
    range: Range<usize>,
    may_go: bool,
}

impl Fixed {
    fn allows(&self, edit: &Edit) -> bool {
        let is_apart = edit.range.end <= self.range.start || self.range.end <= edit.range.start;
        let covers = edit.range.start <= self.range.start && self.range.end <= edit.range.end;
        is_apart || self.may_go && covers
    }
}

/// What is bound, and the size of the workgroup.
fn fixed(tokens: &Tokens) -> Vec<Fixed> {
    let items = items(tokens, 0..tokens.len()).into_iter();
    items
        .filter(|it| tokens[it.start].text == "layout")
        .map(|range| Fixed { may_go: tokens[range.clone()].iter().all(|it| it.text != "local_size_x"), range })
        .collect()
}

fn is_word(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
}

fn is_number(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit())
}

/// Numbers are simpler than names, and shorter ones than longer ones.
fn weight(tokens: &Tokens) -> usize {
    let of = |it: &Token| match it.text.as_str() {
        "0" | "0u" | "0.0" | "false" => 3,
        "1" | "1u" | "1.0" | "true" => 4,
        text if is_number(text) => 4 + text.len(),
        text if is_word(text) => 20,
        _ => 1,
    };
    tokens.iter().map(of).sum()
}

fn tokens(text: &str) -> Tokens {
    const SIGNS: &[&str] = &[
        "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=",
        "&=", "|=", "^=",
    ];
    let mut tokens = Tokens::new();
    let mut rest = text;
    while !rest.trim_start().is_empty() {
        let trimmed = rest.trim_start();
        let space = rest[..rest.len() - trimmed.len()].to_owned();
        let continues = |part: fn(char) -> bool| trimmed.find(|it| !part(it)).unwrap_or(trimmed.len());
        let length = if trimmed.starts_with('#') {
            trimmed.find('\n').unwrap_or(trimmed.len())
        } else if is_number(trimmed) {
            continues(|it| it.is_ascii_alphanumeric() || it == '.')
        } else if is_word(trimmed) {
            continues(|it| it.is_ascii_alphanumeric() || it == '_')
        } else {
            SIGNS.iter().find(|it| trimmed.starts_with(**it)).map_or(1, |it| it.len())
        };
        tokens.push(Token { space, text: trimmed[..length].to_owned() });
        rest = &trimmed[length..];
    }
    tokens
}

fn text_of(tokens: &Tokens) -> String {
    let text: String = tokens.iter().flat_map(|it| [it.space.as_str(), it.text.as_str()]).collect();
    text + "\n"
}

fn edited(tokens: &Tokens, edit: &Edit) -> Tokens {
    let token = |text: &str| Token { space: String::new(), text: text.to_owned() };
    let mut middle = match &edit.with {
        With::Nothing => Tokens::new(),
        With::Kept(range) => tokens[range.clone()].to_vec(),
        With::Grouped(range) => {
            let mut group = vec![token("(")];
            group.extend_from_slice(&tokens[range.clone()]);
            group.push(token(")"));
            group
        }
        With::Text(text) => self::tokens(text),
    };
    if let (Some(first), Some(old)) = (middle.first_mut(), tokens.get(edit.range.start)) {
        first.space.clone_from(&old.space);
    }
    let mut all = tokens[..edit.range.start].to_vec();
    all.append(&mut middle);
    all.extend_from_slice(&tokens[edit.range.end..]);
    all
}

/// The bracket that closes the one at `open`.
fn closing(tokens: &Tokens, open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len() - 1
}

/// The statements, declarations and labels in a part of a program.
fn items(tokens: &Tokens, within: Range<usize>) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let mut start = within.start;
    let mut at = start;
    let text = |at: usize| tokens.get(at).map_or("", |it| it.text.as_str());
    while at < within.end {
        let ends = match text(at) {
            "(" | "[" => {
                at = closing(tokens, at);
                false
            }
            "{" => {
                at = closing(tokens, at);
                let goes_on = match text(at + 1) {
                    ";" | "," | ")" | "else" => true,
                    "while" => text(start) == "do",
                    _ => false,
                };
                !goes_on || at + 1 >= within.end
            }
            ";" => text(at + 1) != "else",
            ":" => matches!(text(start), "case" | "default"),
            other => other.starts_with('#'),
        };
        at += 1;
        if ends {
            items.push(start..at);
            start = at;
        }
    }
    items
}

/// The insides of the braces of an item.
fn bodies(tokens: &Tokens, item: &Range<usize>) -> Vec<Range<usize>> {
    let mut bodies = Vec::new();
    let mut at = item.start;
    while at < item.end {
        match tokens[at].text.as_str() {
            "(" | "[" => at = closing(tokens, at),
            "{" => {
                let end = closing(tokens, at);
                bodies.push(at + 1..end);
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    bodies
}

/// Every list of items, the outer ones first.
fn lists(tokens: &Tokens) -> Vec<Vec<Range<usize>>> {
    let mut lists = vec![items(tokens, 0..tokens.len())];
    let mut at = 0;
    while at < lists.len() {
        let inner: Vec<_> = lists[at].iter().flat_map(|item| bodies(tokens, item)).collect();
        lists.extend(inner.into_iter().map(|body| items(tokens, body)));
        at += 1;
    }
    lists
}

/// Runs of items go: half of a list, a quarter, and so on.
fn removals(tokens: &Tokens, _: &[u32]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for list in lists(tokens) {
        let mut size = list.len();
        while size > 0 {
            // The last first: what is declared early is used later.
            for run in list.rchunks(size) {
                if let (Some(first), Some(last)) = (run.first(), run.last()) {
                    edits.push(Edit { range: first.start..last.end, with: With::Nothing });
                }
            }
            size /= 2;
        }
    }
    edits
}

/// Blocks take the place of the statements around them.
fn unwrappings(tokens: &Tokens, _: &[u32]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for item in lists(tokens).into_iter().flatten() {
        let starts = matches!(tokens[item.start].text.as_str(), "if" | "for" | "while" | "do" | "{" | "[" | "switch");
        if !starts {
            continue;
        }
        for body in bodies(tokens, &item) {
            edits.push(Edit { range: item.clone(), with: With::Kept(body.clone()) });
            // Without an `else` behind it, and without what leads to this one.
            if body.end + 1 < item.end && tokens[item.start].text == "if" {
                edits.push(Edit { range: body.end + 1..item.end, with: With::Nothing });
            }
        }
    }
    edits
}

/// The operands in a part of a program: what commas and operators separate there.
fn operands(tokens: &Tokens, within: Range<usize>) -> Vec<Range<usize>> {
    let mut operands = Vec::new();
    let mut start = within.start;
    let mut at = within.start;
    while at < within.end {
        match tokens[at].text.as_str() {
            "(" | "[" | "{" => at = closing(tokens, at),
            "." => {}
            text if is_word(text) || is_number(text) => {}
            _ => {
                if start < at {
                    operands.push(start..at);
                }
                start = at + 1;
            }
        }
        at += 1;
    }
    if start < within.end && start != within.start {
        operands.push(start..within.end);
    }
    operands
}

const CONSTANTS: &[&str] = &["0", "0u", "0.0", "false", "1", "1u", "1.0", "true"];

/// Values become one of their operands, or constants.
fn expressions(tokens: &Tokens, _: &[u32]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let text = |at: usize| tokens.get(at).map_or("", |it| it.text.as_str());
    // From the outside to the inside, long before short.
    let mut groups: Vec<(Range<usize>, Range<usize>, Option<String>)> = Vec::new();
    for at in 0..tokens.len() {
        match text(at) {
            "(" => {
                let end = closing(tokens, at);
                let is_statement = at > 0 && matches!(text(at - 1), "if" | "while" | "for" | "switch");
                if is_statement {
                    groups.push((at + 1..end, at + 1..end, None));
                    continue;
                }
                let callee =
                    (at > 0 && is_word(text(at - 1)) && text(at - 1) != "return").then(|| text(at - 1).to_owned());
                groups.push((at - usize::from(callee.is_some())..end + 1, at + 1..end, callee));
            }
            "[" => groups.push((at + 1..closing(tokens, at), at + 1..closing(tokens, at), None)),
            "=" | "return" | "+=" | "-=" | "*=" | "^=" | "&=" | "|=" => {
                let mut end = at + 1;
                while !matches!(text(end), ";" | "") {
                    end = if matches!(text(end), "(" | "[" | "{") { closing(tokens, end) + 1 } else { end + 1 };
                }
                groups.push((at + 1..end, at + 1..end, None));
            }
            _ => {}
        }
    }
    groups.sort_by_key(|it| (std::cmp::Reverse(it.0.len()), it.0.start));
    for (whole, inside, callee) in groups {
        if whole.is_empty() {
            continue;
        }
        let parts = operands(tokens, inside.clone());
        let constants = CONSTANTS.iter().map(|&it| it.to_owned());
        let of_type = callee.iter().flat_map(|it| [format!("{it}(0)"), format!("{it}(1)")]);
        for constant in constants.chain(of_type) {
            edits.push(Edit { range: whole.clone(), with: With::Text(constant) });
        }
        // The whole inside: parentheses, conversions and functions go.
        if inside.start != whole.start {
            edits.push(Edit { range: whole.clone(), with: With::Kept(inside.clone()) });
            edits.push(Edit { range: whole.clone(), with: With::Grouped(inside.clone()) });
        }
        for part in parts {
            edits.push(Edit { range: whole.clone(), with: With::Kept(part) });
        }
    }
    edits
}

/// Names, with the parts of variables that they name, become constants; words of the input become their values.
fn leaves(tokens: &Tokens, inputs: &[u32]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let text = |at: usize| tokens.get(at).map_or("", |it| it.text.as_str());
    for at in 0..tokens.len() {
        if is_number(text(at)) {
            for constant in CONSTANTS {
                edits.push(Edit { range: at..at + 1, with: With::Text((*constant).to_owned()) });
            }
        }
        // Signs in front of values.
        if matches!(text(at), "-" | "~" | "!" | "const" | "coherent" | "readonly") {
            edits.push(Edit { range: at..at + 1, with: With::Nothing });
        }
        if !is_word(text(at)) || text(at + 1) == "(" || (at > 0 && text(at - 1) == ".") {
            continue;
        }
        let mut end = at + 1;
        loop {
            end = match text(end) {
                "." => end + 2,
                "[" => closing(tokens, end) + 1,
                _ => break,
            };
        }
        if text(at) == "input_"
            && let Some(&value) = text(at + 2).parse::<usize>().ok().and_then(|it| inputs.get(it))
        {
            edits.push(Edit { range: at..end, with: With::Text(format!("{value}u")) });
        }
        for constant in CONSTANTS {
            edits.push(Edit { range: at..end, with: With::Text((*constant).to_owned()) });
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// If three words must stay, little else does.
    #[test]
    fn what_matters_is_left() {
        let text = "layout(local_size_x = 8) in;\nstruct S { int a; };\nint f(int x) {\n    if (x > 3) {\n        return 7;\n    } else {\n        x += 2;\n    }\n    \
                    return x * 2;\n}\nvoid main() {\n    int y = f(3);\n    for (int i = 0; i < 4; i++) {\n        \
                    y += (y > 2 ? bitCount(min(i, input_[2])) : i);\n    }\n    result[0] = uint(y);\n}\n";
        let balanced = |text: &str| {
            let tokens = tokens(text);
            let count = |sign: &str| tokens.iter().filter(|it| it.text == sign).count();
            count("(") == count(")") && count("{") == count("}")
        };
        let mut tests = 0;
        let mut test = |candidates: &[String]| {
            tests += candidates.len();
            candidates.iter().position(|it| {
                assert!(balanced(it), "{it}");
                ["void main()", "y += ", "bitCount("].iter().all(|word| it.contains(word))
            })
        };
        let small = reduced(text, &[0, 0, 9], 4, Instant::now() + Duration::from_secs(60), &mut test);
        let words: Vec<_> = tokens(&small).into_iter().map(|it| it.text).collect();
        assert_eq!(
            words.join(" "),
            "layout ( local_size_x = 8 ) in ; void main ( ) { y += bitCount ( 0 ) ; }",
            "after {tests} tests: {small}"
        );
    }
}
