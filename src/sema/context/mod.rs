//! What every room may use: names and scopes, what the version and extensions allow, how a type is spelled, the function being built.
//!
//! Comes in: names, types, gates of rows. Goes out: what they stand for, and diagnostics. Must not depend on: any other room.

pub(super) mod gate;
pub(super) mod marks;
pub(super) mod scope;
pub(super) mod type_text;
