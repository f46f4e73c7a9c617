//! Arrays in descriptor heaps.
//!
//! Comes in: what the shader says of an array. Goes out: the same. Must not depend on: how a back end reaches the heap.

/// How an array lies over a descriptor heap (GL_EXT_descriptor_heap, GL_EXT_structured_descriptor_heap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DescriptorHeap {
    /// `descriptor_stride` in bytes; without it the size of the descriptor.
    pub stride: Option<u32>,
    /// What the elements of the array are.
    pub contents: HeapContents,
}

/// What an array in a descriptor heap consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapContents {
    /// Descriptors of resources; for blocks, of the buffers that the blocks lie in.
    Descriptors,
    /// Blocks that lie in the heap of resources itself.
    ResourceData,
    /// Blocks that lie in the heap of samplers itself.
    SamplerData,
}

impl HeapContents {
    /// What is not descriptors, with its word in the text form.
    pub(super) const WORDS: [(&str, Self); 2] =
        [("resource_data", Self::ResourceData), ("sampler_data", Self::SamplerData)];

    /// The word in the text form; none for descriptors.
    pub(super) fn word(self) -> Option<&'static str> {
        Self::WORDS.iter().find(|(_, contents)| *contents == self).map(|(word, _)| *word)
    }
}
