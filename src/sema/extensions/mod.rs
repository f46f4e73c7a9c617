//! Extensions that need more than rows: one file or folder each.
//!
//! Comes in: what the core finds to be theirs. Goes out: types, operands, diagnostics. The core must not depend on more of them than
//! it has to.

pub(super) mod acceleration_structure;
pub(super) mod cooperative_matrix;
pub(super) mod cooperative_vector;
pub(super) mod debug_printf;
pub(super) mod descriptor_heap;
pub(super) mod long_vector;
pub(super) mod small_float;
pub(super) mod spirv_intrinsics;
pub(super) mod state_object;
pub(super) mod tensor;
