//! Operations on tensors in the text form: `tensor_read %1(%2, &data) non_temporal`.
//!
//! Comes in: an operation, or words and operands. Goes out: the other. Must not depend on: the parser and the printer.

use crate::hir::{Handle, Place, TensorOperation, Value};

/// What the words of an operation begin with.
const PREFIX: &str = "tensor_";

/// Stands at the end for elements that are not likely to be accessed again soon.
pub(super) const NON_TEMPORAL: &str = "non_temporal";

/// Whether a word is that of an operation.
pub(super) fn is_word(word: &str) -> bool {
    matches!(word.strip_prefix(PREFIX), Some("read" | "write" | "size"))
}

/// The word of an operation, and what stands at its end.
pub(super) const fn words(operation: TensorOperation) -> (&'static str, &'static str) {
    let (word, non_temporal) = match operation {
        TensorOperation::Read { non_temporal, .. } => ("tensor_read", non_temporal),
        TensorOperation::Write { non_temporal, .. } => ("tensor_write", non_temporal),
        TensorOperation::Size { .. } => ("tensor_size", false),
    };
    (word, if non_temporal { " non_temporal" } else { "" })
}

/// The operation with these operands; `None` if there is none.
pub(super) fn operation(
    word: &str,
    values: &[Handle<Value>],
    place: Option<Handle<Place>>,
    non_temporal: bool,
) -> Option<TensorOperation> {
    Some(match (word.strip_prefix(PREFIX)?, values, place) {
        ("read", &[coordinates], Some(data)) => {
            TensorOperation::Read { data, coordinates, non_temporal, out_of_bounds: None }
        }
        ("read", &[coordinates, bounds], Some(data)) => {
            TensorOperation::Read { data, coordinates, non_temporal, out_of_bounds: Some(bounds) }
        }
        ("write", &[coordinates, data], None) => TensorOperation::Write { coordinates, data, non_temporal },
        ("size", &[dimension], None) => TensorOperation::Size { dimension },
        _ => return None,
    })
}
