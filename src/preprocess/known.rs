//! What the lexer found in texts that are read again: variants of a shader, and shaders with the same headers, differ in macros,
//! not in text.
//!
//! Comes in: texts, and a lexer somewhere in one of them. Goes out: what it finds from there on, without looking again, and the
//! lexer behind it. Must not depend on: macros, versions, extensions, or anything else that differs between readings.
//!
//! Texts are told apart by what is in them: a file that has changed is another text. A text that is met for the first time is only
//! kept, so a single compilation pays nothing; from the second time on, what is read of it is recorded. What the lexer has
//! something to say about is never recorded, so it says that again. Symbols belong to one interner, and so does all of this:
//! every thread has its own.

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::lexer::{Lexer, PpKind, PpToken};
use super::token::Punctuation;
use crate::diagnostics::Diagnostics;
use crate::source::Interner;

/// All texts that were met.
#[derive(Debug, Default)]
pub(super) struct KnownTexts {
    /// By length, and a number that tells those of equal length apart.
    texts: IndexMap<(usize, usize), KnownText, FxBuildHasher>,
    /// About how many bytes all of it takes.
    size: usize,
}

/// Names a text that was met before.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextId(usize);

#[derive(Debug)]
struct KnownText {
    text: Arc<str>,
    /// The tokens of all runs. Their spans are offsets in the text.
    tokens: Vec<PpToken>,
    /// By where they start and whether they end with the line; `None` for those that the lexer has something to say about.
    runs: FxHashMap<(usize, bool), Option<Run>>,
    /// By where the group starts.
    group_ends: FxHashMap<usize, GroupEnd>,
}

/// Tokens in a row, up to the next directive or the end of the line or file.
#[derive(Clone, Debug)]
struct Run {
    tokens: Range<usize>,
    /// The offset behind it.
    end: usize,
}

/// The directive that ends a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupEnd {
    /// `elif`, `else` or `endif`.
    pub name: &'static str,
    /// The offset of its `#`.
    pub hash: usize,
    /// The offset behind its name.
    pub end: usize,
}

impl KnownTexts {
    /// Longer texts are not kept. Their tokens may take twenty times as much memory.
    const LONGEST_TEXT: usize = 1 << 18;
    /// More texts of one length are not kept: each of them is compared with the others.
    const MOST_OF_A_LENGTH: usize = 16;
    /// All is forgotten at the end of a compilation that leaves more than this.
    const MOST_BYTES: usize = 1 << 24;

    /// A text that is about to be read. It has an id if it was met before.
    pub(super) fn meet(&mut self, text: impl AsRef<str> + Into<Arc<str>>) -> (Arc<str>, Option<TextId>) {
        let length = text.as_ref().len();
        if length > Self::LONGEST_TEXT {
            return (text.into(), None);
        }
        let mut number = 0;
        while let Some((id, _, known)) = self.texts.get_full(&(length, number)) {
            // Those who share a file share its text too.
            if std::ptr::eq(&*known.text, text.as_ref()) || *known.text == *text.as_ref() {
                return (known.text.clone(), Some(TextId(id)));
            }
            number += 1;
        }
        if number == Self::MOST_OF_A_LENGTH {
            return (text.into(), None);
        }
        let text = text.into();
        self.size += length;
        let known = KnownText {
            text: text.clone(),
            tokens: Vec::new(),
            runs: FxHashMap::default(),
            group_ends: FxHashMap::default(),
        };
        self.texts.insert((length, number), known);
        (text, None)
    }

    /// Moves the lexer to the next directive or, `in_line`, leaves it where it is; returns the tokens from there to the
    /// directive or the end of the line.
    pub(super) fn run(
        &mut self,
        id: TextId,
        lexer: &mut Lexer,
        in_line: bool,
        names: &mut Interner,
    ) -> Option<Range<usize>> {
        let (_, known) = self.texts.get_index_mut(id.0)?;
        let key = (lexer.position(), in_line);
        let run = match known.runs.get(&key) {
            Some(run) => run.clone(),
            None => {
                let run = record(&mut known.tokens, lexer, in_line, names);
                let tokens = run.as_ref().map_or(0, |run| run.tokens.len());
                self.size += tokens * size_of::<PpToken>() + size_of::<((usize, bool), Option<Run>)>();
                known.runs.insert(key, run.clone());
                run
            }
        }?;
        if !in_line {
            lexer.move_to(run.end, true);
        }
        Some(run.tokens)
    }

    /// Recorded tokens, whose spans are offsets in the text.
    pub(super) fn tokens(&self, id: Option<TextId>, range: Range<usize>) -> &[PpToken] {
        let known = id.and_then(|id| self.texts.get_index(id.0));
        known.and_then(|(_, known)| known.tokens.get(range)).unwrap_or_default()
    }

    /// What ends the group that starts at this offset.
    pub(super) fn group_end(&self, id: Option<TextId>, start: usize) -> Option<GroupEnd> {
        let (_, known) = self.texts.get_index(id?.0)?;
        known.group_ends.get(&start).copied()
    }

    /// Records what ends the group that starts at this offset.
    pub(super) fn add_group_end(&mut self, id: Option<TextId>, start: usize, end: GroupEnd) {
        if let Some((_, known)) = id.and_then(|id| self.texts.get_index_mut(id.0)) {
            known.group_ends.insert(start, end);
            self.size += size_of::<(usize, GroupEnd)>();
        }
    }

    /// About how many bytes all of it takes.
    #[cfg(test)]
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// Forgets everything if it has become too much.
    pub(super) fn limit(&mut self) {
        if self.size > Self::MOST_BYTES {
            *self = Self::default();
        }
    }
}

/// Appends the tokens up to the next directive or the end of the line; the lexer stays where it is. `None` if it has something to
/// say about them.
fn record(tokens: &mut Vec<PpToken>, lexer: &mut Lexer, in_line: bool, names: &mut Interner) -> Option<Run> {
    let (before, start) = (lexer.state(), tokens.len());
    let mut diagnostics = Diagnostics::default();
    let end = loop {
        let token = lexer.token(in_line, names, &mut diagnostics);
        let token = PpToken { span: lexer.offsets(token.span), ..token };
        match token.kind {
            PpKind::Punctuation(Punctuation::Hash) if token.line_start && !in_line => break lexer.position() - 1,
            PpKind::End => {
                if in_line {
                    tokens.push(token);
                }
                break lexer.position();
            }
            _ => tokens.push(token),
        }
    };
    lexer.move_to(before.0, before.1);
    if !diagnostics.into_vec().is_empty() {
        tokens.truncate(start);
        return None;
    }
    Some(Run { tokens: start..tokens.len(), end })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::KnownTexts;
    use crate::preprocess::tests::Run;
    use crate::preprocess::{Buffers, MacroOption, Options, preprocess_with};
    use crate::source::{Interner, MemoryLoader};

    /// A run in memory of earlier ones, as text.
    fn run_again(
        text: &str,
        macros: &[(&str, &str)],
        header: &str,
        names: &mut Interner,
        buffers: &mut Buffers,
    ) -> (String, Vec<String>) {
        let define = |&(name, value): &(&str, &str)| MacroOption::Define {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        };
        let options = Options { macros: macros.iter().map(define).collect(), ..Options::default() };
        let mut loader: MemoryLoader = [("header.glsl", header)].into_iter().collect();
        let (mut sources, mut diagnostics) = Default::default();
        let output =
            preprocess_with("main.comp", text, &options, &mut loader, &mut sources, names, buffers, &mut diagnostics);
        let run = Run { sources, names: names.clone(), diagnostics, output };
        (run.text(), run.findings())
    }

    const HEADER: &str = "\
#if defined(A) && A > 1
A(x) y B
#elif defined(B)
B
(z) $
# if B
nested
# endif
#else
neither
#endif
#define C(p) p + A
C
(1
2) C
";

    #[test]
    fn known_texts_are_read_as_new_ones() {
        const VARIANTS: [&[(&str, &str)]; 6] = [
            &[("A", "2"), ("B", "1")],
            &[("A(x)", "x x")],
            &[("B(x)", "[x]")],
            &[],
            &[("x", "q"), ("B", "0")],
            &[("C", "c"), ("A", "y")],
        ];
        let texts = [
            "#version 450\n#include \"header.glsl\"\n(3) A\n",
            "#version 310 es\n#include \"header.glsl\"\n#define P a ## b\nP\n",
        ];
        let (mut names, mut buffers) = Default::default();
        for (round, variant) in (0..3).flat_map(|round| VARIANTS.iter().map(move |it| (round, it))) {
            for text in texts.iter().chain(&["#version 450\n#include \"header.glsl\"\n#define P a ## b\nP\n"]) {
                let header = if round == 2 { HEADER.replace("neither", "changed") } else { HEADER.to_owned() };
                let expected = run_again(text, variant, &header, &mut Interner::default(), &mut Buffers::default());
                assert_eq!(
                    run_again(text, variant, &header, &mut names, &mut buffers),
                    expected,
                    "{variant:?} {text:?}"
                );
            }
        }
    }

    #[test]
    fn known_texts_are_not_lexed_again() {
        let (mut names, mut buffers) = Default::default();
        let text = "#version 450\n#include \"header.glsl\"\n";
        let mut sizes = Vec::new();
        for _ in 0..4 {
            run_again(text, &[("A", "1")], HEADER, &mut names, &mut buffers);
            sizes.push(buffers.known.size());
        }
        let texts = text.len() + HEADER.len();
        assert!(sizes[0] == texts && sizes[1] > texts && sizes[2] == sizes[1] && sizes[3] == sizes[1], "{sizes:?}");
        // Other groups of the same text.
        run_again(text, &[("A", "2")], HEADER, &mut names, &mut buffers);
        assert!(buffers.known.size() > sizes[1]);
    }

    #[test]
    fn few_texts_of_one_length_are_kept() {
        let mut known = KnownTexts::default();
        let texts: Vec<String> = (10..50).map(|number| format!("text {number}")).collect();
        for text in &texts {
            assert!(known.meet(text.as_str()).1.is_none());
        }
        let kept = texts.iter().filter(|text| known.meet(text.as_str()).1.is_some()).count();
        assert_eq!(kept, KnownTexts::MOST_OF_A_LENGTH);
    }
}
