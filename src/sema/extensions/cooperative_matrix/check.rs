//! The checks of calls on matrices.
//!
//! Comes in: a check that a row names, and a call. Goes out: whether all is right, after a report. Must not depend on: any function
//! by name.

use super::{conversion, function};
use crate::builtins::Check;
use crate::sema::Analyzer;
use crate::sema::extensions::hook::CheckedCall;

/// The checks that rows of functions on matrices name.
pub(in crate::sema) fn check_call(analyzer: &mut Analyzer<'_>, check: Check, call: &CheckedCall<'_>) -> bool {
    match check {
        Check::Decode => super::check_decode(analyzer, call),
        Check::MatrixArray => conversion::check_array(analyzer, call),
        Check::MatrixStride => super::check_stride(analyzer, call),
        Check::Multiply => super::check_multiply(analyzer, call),
        Check::PerElement => function::check_per_element(analyzer, call),
        Check::Reduce => function::check_reduce(analyzer, call),
        Check::SaturatedConversion => super::check_saturated_conversion(analyzer, call),
        Check::Transpose => function::check_transpose(analyzer, call),
        Check::InterlockBegin | Check::InterlockEnd | Check::VectorInBuffer => true,
    }
}
