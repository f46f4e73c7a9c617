//! The text of the files.
//!
//! Comes in: the files of the module. Goes out: OpString and OpSource. Must not depend on: instructions.

use crate::source::SourceFile;
use crate::spirv::origin::{Debug, Language};
use crate::spirv::section::Section;
use crate::spirv::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::{Op, SourceLanguage};
use rustc_hash::FxHashSet;

/// The maximum number of bytes of text in one instruction: it has at most 65535 words, a few of which are needed for
/// other operands, and a zero byte ends the text.
const MOST_BYTES: usize = 4 * (0xFFFF - 8) - 1;

impl Language {
    /// The enumerant and the version, operands of instructions that name the language.
    pub(super) const fn operands(self) -> (SourceLanguage, u32) {
        match self {
            Self::Glsl(version) => (SourceLanguage::GLSL, version as u32),
            Self::Essl(version) => (SourceLanguage::ESSL, version as u32),
            Self::Other => (SourceLanguage::Unknown, 0),
        }
    }
}

impl<'a> Debug<'a> {
    /// The files, each name once: a file that is included twice has one text.
    pub(super) fn files(self) -> impl Iterator<Item = &'a SourceFile> {
        let mut seen = FxHashSet::default();
        let files = self.sources.files().get(self.origin.files.clone()).unwrap_or_default();
        files.iter().filter(move |file| seen.insert(file.name.as_str()))
    }
}

impl ModuleWriter<'_> {
    /// OpSource for each file, even for those that only define macros. They follow all OpString instructions.
    pub(super) fn source_texts(&mut self, debug: Debug<'_>) -> Section {
        let (language, version) = debug.origin.language.operands();
        let mut sources = Section::default();
        for file in debug.files() {
            let name = self.string(&file.name);
            let mut parts = parts(&file.text).into_iter();
            let operands = [Operand::SourceLanguage(language), Operand::LiteralBit32(version), Operand::IdRef(name)];
            sources.push_text(Op::Source, None, &operands, &parts.next().unwrap_or_default());
            for part in parts {
                sources.push_text(Op::SourceContinued, None, &[], &part);
            }
        }
        sources
    }
}

/// A text in parts that fit into instructions, at least one. A zero byte would end the text (SPIR-V, 2.2.1), so it
/// becomes a space.
pub(super) fn parts(text: &str) -> Vec<String> {
    let mut rest = text;
    let mut parts = Vec::new();
    loop {
        let mut end = rest.len().min(MOST_BYTES);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (part, after) = rest.split_at(end);
        parts.push(part.replace('\0', " "));
        rest = after;
        if rest.is_empty() {
            return parts;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_come_in_parts() {
        assert_eq!(parts(""), [""]);
        assert_eq!(parts("a\0b"), ["a b"]);
        // A character of two bytes lies across the end of the first part.
        let text = format!("{}é{}", "x".repeat(MOST_BYTES - 1), "y".repeat(MOST_BYTES));
        let found = parts(&text);
        assert_eq!(found.iter().map(String::len).collect::<Vec<_>>(), [MOST_BYTES - 1, MOST_BYTES, 2]);
        assert_eq!(found.concat(), text);
    }
}
