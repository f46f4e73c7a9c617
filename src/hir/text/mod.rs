//! The text form of a module: what `--emit hir` prints, and what tests of everything after `sema` are written in.
//!
//! Comes in: a [`Module`](super::Module), or text. Goes out: the other. [`parse()`] reads what [`to_text`] prints of a
//! valid module, and the result prints as the same text and means the same: only spans, unused values, places, types
//! and blocks, and the order of unique things get lost. Must not depend on: how a module came about, and what is valid;
//! the verifier says that.
//!
//! ```text
//! entry_point compute main, workgroup_size 64 1 1
//!
//! struct Data, block std430 {
//!     scale: float, offset 0
//!     values: float[] {coherent}, offset 4
//! }
//!
//! global gl_LocalInvocationIndex: uint, input, builtin gl_LocalInvocationIndex
//! global data: Data, storage_buffer, set 0 binding 1
//!
//! fn main() -> void {
//!     %0: uint = load gl_LocalInvocationIndex
//!     %1: float = load data.values[%0] {coherent}
//!     %2: float = add %1, 1.0
//!     store data.values[%0] {coherent}, %2
//! }
//! ```
//!
//! `docs/hir-text.md` has the whole grammar. A field that a record of HIR gets is a row in `attributes.rs`; a variant is a
//! row in `words.rs`, or an arm in `print/function.rs` and one in `parse/operation.rs`.

mod attributes;
mod literal;
mod overload;
mod parse;
mod print;
mod tensor;
#[cfg(test)]
mod tests;
mod words;

pub use parse::{ParseError, parse};
pub use print::to_text;

/// A small valid module that uses every kind of statement, for tests.
#[cfg(test)]
pub(super) const SAMPLE: &str = include_str!("sample.hir");

/// Whether a name can stand without quotes.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// A name whose kind needs no unique names.
fn name_or_string(name: &str) -> std::borrow::Cow<'_, str> {
    if is_identifier(name) { name.into() } else { quoted(name).into() }
}

/// A string in quotes, on one line.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for it in text.chars() {
        match it {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            it if it.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(it))),
            it => out.push(it),
        }
    }
    out.push('"');
    out
}

/// The text that [`quoted`] wrote, given without the quotes.
fn unquoted(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(it) = rest.next() {
        out.push(match it {
            '\\' => match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let digits: String = rest.by_ref().skip(1).take_while(|it| *it != '}').collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                }
                it => it,
            },
            it => it,
        });
    }
    Some(out)
}
