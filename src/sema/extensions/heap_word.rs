//! The words that begin blocks in descriptor heaps (GL_EXT_structured_descriptor_heap).
//!
//! Comes in: a word, or what plain data is in a block. Goes out: the other. Must not depend on: declarations.

use crate::hir::HeapContents;

/// What plain data is in a block with a word, and the extension that the word needs.
pub(in crate::sema) fn contents(word: &str) -> Option<(HeapContents, &'static str)> {
    let contents = match word {
        "resourceheap" => HeapContents::ResourceData,
        "samplerheap" => HeapContents::SamplerData,
        _ => return None,
    };
    Some((contents, "GL_EXT_structured_descriptor_heap"))
}

/// The word for what plain data is in a block.
pub(in crate::sema) const fn word(contents: HeapContents) -> &'static str {
    match contents {
        HeapContents::SamplerData => "samplerheap",
        HeapContents::ResourceData | HeapContents::Descriptors => "resourceheap",
    }
}
