//! A compiled shader.
//!
//! Comes in: words. Goes out: bytes and a listing. Must not depend on: how they were made.

/// A SPIR-V module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// The module, header included.
    pub words: Vec<u32>,
    /// What the host needs to know, if the options request it.
    pub reflection: Option<crate::reflect::Reflection>,
    /// What the host needs to know in addition about an assembly program.
    pub assembly: Option<crate::nv_program::Reflection>,
}

impl Artifact {
    /// The module as bytes, little-endian on every machine.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.words.len() * 4];
        for (place, word) in bytes.chunks_exact_mut(4).zip(&self.words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The module as text, one instruction per line.
    #[must_use]
    pub fn disassembly(&self) -> String {
        match crate::spirv::listing(&self.words, true) {
            Ok(text) => text + "\n",
            // Only words from elsewhere can be malformed.
            Err(error) => format!("; not SPIR-V: {error}\n"),
        }
    }
}
