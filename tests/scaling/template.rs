//! Sources of any size from one line: `{{...}}` is repeated as often as wanted.
//!
//! In what is repeated, `$i` is the number of the repetition, `$p` the one before (0 for the first), `$h` half of it. Anywhere,
//! `[[64*(]]` repeats `(` 64 times.

/// The text of a template with so many repetitions.
pub fn expand(template: &str, count: usize) -> String {
    let template = fixed(template);
    let mut text = String::new();
    let mut rest = template.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        let (repeated, after) = after.split_once("}}").expect("`{{` has a `}}`");
        text.push_str(before);
        let pieces = pieces(repeated);
        for index in 0..count {
            for piece in &pieces {
                match piece {
                    Piece::Text(piece) => text.push_str(piece),
                    Piece::Number(number) => text.push_str(&number(index).to_string()),
                }
            }
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

enum Piece<'a> {
    Text(&'a str),
    Number(fn(usize) -> usize),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        pieces.push(Piece::Text(&rest[..at]));
        pieces.push(Piece::Number(match rest.as_bytes().get(at + 1) {
            Some(b'i') => |index| index,
            Some(b'p') => |index| index.saturating_sub(1),
            Some(b'h') => |index| index / 2,
            other => panic!("`$` before {other:?}"),
        }));
        rest = &rest[at + 2..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

fn fixed(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((count, what)) = after.split_once('*').and_then(|(count, after)| Some((count.parse().ok()?, after)))
        else {
            // Two brackets of the language.
            text.push_str(before);
            text.push_str("[[");
            rest = after;
            continue;
        };
        let (what, after) = what.split_once("]]").expect("`[[` has a `]]`");
        text.push_str(before);
        text.push_str(&what.repeat(count));
        rest = after;
    }
    text.push_str(rest);
    text
}
