//! Messages that several rules give, so that all of them use the same words.
//!
//! Comes in: the rule, the call and its arguments. Goes out: a [`Diagnostic`], to which the rule adds its fix. Must not depend on:
//! when a rule is broken.

use super::call::{Call, Semantics};
use super::{Rule, symbols};
use crate::diagnostics::Diagnostic;

/// The storage is 0, and `order` is not. `so` is what follows from that.
#[cold]
pub(super) fn names_no_memory(rule: &Rule, call: &Call<'_>, given: &Semantics, order: u32, so: &str) -> Diagnostic {
    let message = format!("{} names no memory, {so}", call.describe(&given.storage));
    Diagnostic::error(rule.code, given.storage.span, message)
        .with_secondary(given.order.span, format!("the order is `{}`", symbols::semantics(order)))
        .with_note(rule.citation)
}
