//! The parser: tokens in, an [abstract syntax tree](ast) out, with all errors that are independent of each other.
//!
//! Comes in: [`Preprocessed`]. Goes out: [`ast::TranslationUnit`].
//! Must not depend on: types, names, built-ins. The grammar of GLSL needs no symbol table for that: `T name` can only
//! be a declaration, and `f(x)` is a call whether `f` is a function or a type.
//!
//! Functions are named after the productions of GLSL 4.60, chapter 9. `foo` reports an error if there is no `foo` at
//! the cursor, `opt_foo` returns nothing instead. A reported error propagates as `Reported` to the next point that can
//! recover: an argument, a bracket, a statement, a declaration (see `recovery`).

pub mod ast;
mod cursor;
mod declaration;
mod dump;
mod errors;
mod expression;
mod foreign;
mod intrinsic;
mod keywords;
mod macro_brace;
mod postfix;
mod qualifier;
mod recovery;
mod reserved;
mod selection;
mod statement;
mod types;

#[cfg(test)]
mod tests;

pub use dump::dump;

use crate::arena::{Arena, Handle};
use crate::diagnostics::Diagnostics;
use crate::preprocess::{ExtensionChange, MacroBrace, Number, Preprocessed, Token, Version};
use crate::source::{Interner, Span, Symbol};
use ast::{Expression, ExtensionState, ExternalDeclaration, TranslationUnit};
use keywords::{Keywords, Word};

/// How deeply brackets, blocks, prefix operators, `?:` and assignments may nest, all counted together.
pub const NESTING_LIMIT: u32 = 256;

/// Memory of earlier trees, in which the next one grows, and what is known about words. It belongs to one interner.
#[derive(Debug, Default)]
pub struct Buffers {
    expressions: Arena<Expression>,
    lists: Vec<Handle<Expression>>,
    declarations: Vec<ExternalDeclaration>,
    /// One for each version that shaders had.
    keywords: Vec<Keywords>,
}

impl Buffers {
    /// Larger trees are not kept.
    const MOST_EXPRESSIONS: usize = 1 << 14;

    /// Takes the memory of a tree that is no longer needed.
    pub fn recycle(&mut self, unit: TranslationUnit) {
        let TranslationUnit { mut declarations, mut expressions, mut lists } = unit;
        expressions.reuse(Self::MOST_EXPRESSIONS);
        lists.clear();
        declarations.clear();
        if lists.capacity() <= Self::MOST_EXPRESSIONS && declarations.capacity() <= Self::MOST_EXPRESSIONS {
            (self.expressions, self.lists, self.declarations) = (expressions, lists, declarations);
        }
    }
}

/// Parses a shader. It never fails: what is wrong goes to `diagnostics`, and the tree holds what could be read.
pub fn parse(input: &Preprocessed, names: &Interner, diagnostics: &mut Diagnostics) -> TranslationUnit {
    parse_with(input, names, &mut Buffers::default(), diagnostics)
}

/// The same, in the memory of earlier trees.
pub fn parse_with(
    input: &Preprocessed,
    names: &Interner,
    buffers: &mut Buffers,
    diagnostics: &mut Diagnostics,
) -> TranslationUnit {
    let Buffers { expressions, lists, declarations, keywords } = buffers;
    let (mut expressions, mut lists) = (std::mem::take(expressions), std::mem::take(lists));
    let known = keywords.iter().position(|it| it.version == input.version).map(|at| keywords.swap_remove(at));
    let mut keywords = known.unwrap_or_else(|| Keywords::new(input.version));
    keywords.meet(names);
    // Fewer than tokens, so that the list need not grow.
    expressions.reserve(input.tokens.len());
    lists.reserve(input.tokens.len() / 8);
    let mut parser = Parser {
        tokens: &input.tokens,
        numbers: &input.numbers,
        position: 0,
        current: input.tokens.first().copied().unwrap_or(Token::END),
        current_word: None,
        changes: &input.extensions,
        next_change: 0,
        state: ExtensionState { enabled: Default::default(), warn: Default::default() },
        state_changed: true,
        names,
        version: input.version,
        keywords,
        diagnostics,
        expressions,
        lists,
        open_lists: Vec::new(),
        declarations: std::mem::take(declarations),
        depth: 0,
        open_block: None,
        type_lists: 0,
        split_shift: None,
        in_for_header: false,
        nesting_reported: false,
        nesting_exceeded: false,
        nested_function_reported: false,
        misplaced_statement_reported: false,
        stray_label_reported: false,
        error_position: None,
        macro_braces: &input.macro_braces,
        macro_blamed: false,
        function_end: None,
    };
    parser.apply_changes();
    parser.current_word = parser.nth_word(0);
    parser.translation_unit();
    buffers.keywords.push(parser.keywords);
    TranslationUnit { declarations: parser.declarations, expressions: parser.expressions, lists: parser.lists }
}

/// An error has been reported; parsing continues at the nearest recovery point.
#[derive(Clone, Copy, Debug)]
struct Reported;

/// The result of a production.
type Parsed<T> = Result<T, Reported>;

/// The state of the parser.
struct Parser<'a> {
    tokens: &'a [Token],
    numbers: &'a [Number],
    position: usize,
    /// The token at `position`, and its kind if it is a word: they are looked at many times.
    current: Token,
    current_word: Option<Word>,
    changes: &'a [ExtensionChange],
    next_change: usize,
    /// The extensions in force at the cursor.
    state: ExtensionState,
    /// Whether `state` still has to be written to the tree.
    state_changed: bool,
    names: &'a Interner,
    version: Version,
    keywords: Keywords,
    diagnostics: &'a mut Diagnostics,
    expressions: Arena<Expression>,
    lists: Vec<Handle<Expression>>,
    /// The expressions of lists that are being read; inner lists are at the end.
    open_lists: Vec<Handle<Expression>>,
    declarations: Vec<ExternalDeclaration>,
    /// Current nesting, at most [`NESTING_LIMIT`]. Recovery points restore it.
    depth: u32,
    /// The opening brace of the innermost block around the cursor.
    open_block: Option<Span>,
    /// How many `coopmat<...>` are open directly around the cursor, where `>` closes one; 0 inside other brackets.
    type_lists: u32,
    /// The `>>` whose first half has closed a list of type parameters.
    split_shift: Option<usize>,
    /// Between the parentheses of `for`, where `;` separates.
    in_for_header: bool,
    nesting_reported: bool,
    /// Whether the current error is the nesting limit, so that what follows is the rest of something valid.
    nesting_exceeded: bool,
    nested_function_reported: bool,
    /// Whether statements at global scope have been reported since the last function. Most likely a surplus brace
    /// closed it, so the rest of its body is not reported again.
    misplaced_statement_reported: bool,
    stray_label_reported: bool,
    /// The cursor at the last error: a second one there would only be a consequence of the first.
    error_position: Option<usize>,
    macro_braces: &'a [MacroBrace],
    /// Whether an error about braces has named the macro that hides one.
    macro_blamed: bool,
    /// The name of the last function and the brace that closed it.
    function_end: Option<(Symbol, Span)>,
}

/// The span from the start of `first` to the end of `last`.
fn join(first: Span, last: Span) -> Span {
    match (first.to_range(), last.to_range()) {
        (Some(first), Some(last)) => Span::new(first.start as u32, last.end as u32),
        (Some(_), None) => first,
        (None, _) => last,
    }
}
