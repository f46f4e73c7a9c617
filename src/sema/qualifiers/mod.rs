//! Qualifiers of declarations and blocks: which words exist, where each may stand, what they mean together.
//!
//! Comes in: the qualifiers of the syntax tree. Goes out: one set per declaration, checked against its place. Must not depend on:
//! what is declared.

pub(super) mod image_format;
pub(super) mod layout_decoration;
pub(super) mod layout_qualifier;
pub(super) mod memory_qualifier;
mod messages;
pub(super) mod precision;
pub(super) mod qualifier;
pub(super) mod qualifier_list;
pub(super) mod qualifier_place;
