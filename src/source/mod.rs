//! Source text: files, the one address space that every [`Span`] points into, and include lookup.
//!
//! Comes in: file names and their text, from a [`Loader`]. Goes out: a [`SourceMap`] that can turn
//! any span back into a file, a line and a column. Must not depend on: tokens, syntax, diagnostics.
//!
//! Spans are two `u32` offsets into one address space shared by every file *and* every macro expansion of a
//! compilation (the idea of clang's source manager). Offset 0 belongs to no file, so `0..0` means "no place".

mod loader;
mod map;
mod span;
mod symbol;

pub use loader::{IncludeKind, Loaded, Loader, MemoryLoader, NoIncludes};
pub use map::{Expansion, ExpansionLevel, FileId, Location, Resolved, SourceFile, SourceMap, SourceTooLarge};
pub use symbol::{Interner, Symbol};

pub use span::Span;
