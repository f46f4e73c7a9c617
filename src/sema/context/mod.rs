//! What every room may use: names and scopes, what the version and extensions allow, the function being built.
//!
//! Comes in: names, types, gates of rows. Goes out: what they stand for, and diagnostics. Must not depend on: any other room.

pub(super) mod gate;
pub(super) mod marks;
pub(super) mod member_index;
pub(super) mod scope;
