//! Positions: lines, and columns in UTF-16 units, as the protocol counts them.
//!
//! Comes in: a file with byte offsets, or positions. Goes out: the other of the two. Must not depend on: what is there.

use std::ops::Range as Bytes;

use gen_lsp_types::{Position, Range};
use glslsub::internals::source::SourceFile;

/// The position of a byte.
pub fn position(file: &SourceFile, offset: usize) -> Position {
    let line = file.line_index(offset);
    let start = file.line_starts().get(line).map_or(0, |&start| start as usize);
    let before = file.text.get(start..offset).unwrap_or("");
    Position { line: line as u32, character: before.encode_utf16().count() as u32 }
}

/// The range of bytes.
pub fn range(file: &SourceFile, bytes: &Bytes<usize>) -> Range {
    Range { start: position(file, bytes.start), end: position(file, bytes.end) }
}

/// The byte at a position; beyond the end of a line it is the end.
pub fn offset(file: &SourceFile, position: &Position) -> usize {
    let Some(line) = file.line_range(position.line as usize) else { return file.text.len() };
    let text = file.text.get(line.clone()).unwrap_or("");
    let mut units = 0;
    for (index, character) in text.char_indices() {
        if units >= position.character as usize {
            return line.start + index;
        }
        units += character.len_utf16();
    }
    line.end
}

/// The identifier that a byte is in, or that ends there.
pub fn word_at(text: &str, offset: usize) -> Option<Bytes<usize>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bytes = text.as_bytes();
    let before = bytes.get(..offset)?.iter().rev().take_while(|byte| is_word(byte)).count();
    let after = bytes.get(offset..)?.iter().take_while(|byte| is_word(byte)).count();
    (before + after > 0).then_some(offset - before..offset + after)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Position, offset, position, word_at};
    use glslsub::internals::source::{SourceMap, Span};

    #[test]
    fn columns_count_utf16_units() {
        let mut sources = SourceMap::default();
        let file = sources.add_file("a", "x\n/* é𝄞 */ y\n", Span::UNDEFINED).unwrap();
        let file = sources.file(file).unwrap();
        let at = file.text.find('y').unwrap();
        assert_eq!(position(file, at), Position { line: 1, character: 10 });
        assert_eq!(offset(file, &Position { line: 1, character: 10 }), at);
        assert_eq!(offset(file, &Position { line: 1, character: 99 }), at + 1);
        assert_eq!(offset(file, &Position { line: 9, character: 0 }), file.text.len());
    }

    #[test]
    fn a_word_is_found_from_both_ends() {
        assert_eq!(word_at("a = b_1;", 4), Some(4..7));
        assert_eq!(word_at("a = b_1;", 7), Some(4..7));
        assert_eq!(word_at("a = b_1;", 3), None);
    }
}
